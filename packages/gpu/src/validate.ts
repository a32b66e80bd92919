// Tint's word on a shader, without an adapter that could run it.
import { create } from 'webgpu';

let device: Promise<GPUDevice> | null = null;
let instance: GPU | null = null;

/**
 * What the WGSL compiler says about a text, errors and warnings alike: none when it is accepted.
 * Dawn's null backend runs nothing and offers every feature.
 */
export async function validateWgsl(code: string): Promise<readonly string[]> {
  const validator = await (device ??= openNull());
  validator.pushErrorScope('validation');
  const { messages } = await validator.createShaderModule({ code }).getCompilationInfo();
  await validator.popErrorScope();
  return messages.map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
}

async function openNull(): Promise<GPUDevice> {
  // Kept, because the device dies with it.
  instance = create(['backend=null', 'enable-dawn-features=allow_unsafe_apis']);
  const adapter = await instance.requestAdapter();
  if (!adapter) throw new Error('this build of Dawn has no null backend');
  // The adapter's list names features that the type list does not have yet.
  return adapter.requestDevice({ requiredFeatures: [...adapter.features] as GPUFeatureName[] });
}
