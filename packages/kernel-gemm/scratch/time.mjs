import { openGpu } from '../../gpu/src/node.ts';
import { createPipeline, createBuffer, submitPasses } from '../../gpu/src/index.ts';
import { registerKernel } from '../src/kernels/register.wgsl.ts';
const gpu = await openGpu({kind:'software'});
const variants = { fma: t=>t, mad: t=>t.replace(/fma\(vec4f\((\w+\.\w)\), (\w+), (\w+)\)/g,'$3 + $1 * $2') };
const mk=(bytes)=>createBuffer(gpu,{label:'x',bytes,usage:GPUBufferUsage.STORAGE});
const tile=JSON.parse(process.argv[2]);
for (const [name,f] of Object.entries(variants)) for (const s of [128,127]) {
  const t=f(registerKernel({m:s,n:s,k:s,input:'f32',grid:[Math.ceil(s/tile.bm)*Math.ceil(s/tile.bn),1,1]},tile));
  const {pipeline,compileMs}=await createPipeline(gpu,'r',t);
  const bufs=await Promise.all([mk(65536+256),mk(65536+256),mk(65536+256)]);
  const bg=gpu.device.createBindGroup({layout:pipeline.getBindGroupLayout(0),entries:bufs.map((buffer,binding)=>({binding,resource:{buffer}}))});
  const go=async()=>{const t0=performance.now(); await submitPasses(gpu,[p=>{p.setPipeline(pipeline);p.setBindGroup(0,bg);p.dispatchWorkgroups(Math.ceil(s/tile.bm)*Math.ceil(s/tile.bn))}]);return performance.now()-t0};
  console.log(JSON.stringify(tile),name,s,'compile',compileMs.toFixed(1),'first',(await go()).toFixed(1),'second',(await go()).toFixed(1));
}
process.exit(0)
