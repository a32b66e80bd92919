import { openGpu } from '../../gpu/src/node.ts';
import { createPipeline } from '../../gpu/src/index.ts';
import { registerKernel } from '../src/kernels/register.wgsl.ts';
const gpu = await openGpu({kind:'software'});
const tile={bm:32,bn:32,bk:8,tm:4,tn:4,band:8}, s=128;
const t0=registerKernel({m:s,n:s,k:s,input:'f32',grid:[16,1,1]},tile);
const V={
 full:t=>t,
 full2:t=>t,
 mad:t=>t.replace(/fma\(vec4f\((\w+\.\w)\), (\w+), (\w+)\)/g,'$3 + $1 * $2'),
 mad4:t=>t.replace(/fma\(vec4f\((\w+\.\w)\), (\w+), (\w+)\)/g,'$3 + vec4f($1) * $2'),
 add:t=>t.replace(/fma\(vec4f\((\w+\.\w)\), (\w+), (\w+)\)/g,'$3 + $2'),
 nocarry:t=>t.replace(/fma\(vec4f\((\w+\.\w)\), (\w+), (\w+)\)/g,'$2'),
 lets:t=>{let n=0; return t},
 noRobust:t=>t.replace(/slice_(.)\[/g,'slice_$1[0*'),
 loop:t=>registerKernel({m:s,n:s,k:s,input:'f32',grid:[16,1,1]},{...tile,bk:4}).replace(/\{ \/\/ k = 0/,'for(var q=0u;q<4u;q++) { // k = 0').replace(/    \{ \/\/ k = 1[^]*?\n  \}\n\n/,'}\n'),
};
for (const [n,f] of Object.entries(V)) { const {compileMs}=await createPipeline(gpu,n,f(t0)); console.log(n,compileMs.toFixed(0), f(t0).length); }
process.exit(0)
