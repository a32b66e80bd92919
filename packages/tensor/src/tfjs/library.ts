// What is reached for of TensorFlow.js: its registries, and of its WebGPU back end the open encoder and the buffers behind tensors. The
// library is given, never imported: who has it installed brings it.

/** A tensor as kernels see it. */
export interface TensorInfo {
  readonly dataId: object;
  readonly shape: readonly number[];
  readonly dtype: string;
}

/** Operands by name. */
export interface Operands {
  readonly [name: string]: TensorInfo;
}

/** Of the back end `webgpu`. */
export interface TfjsBackend {
  readonly device: GPUDevice;
  /** null until `ensureCommandEncoderReady`, and behind each submission. */
  readonly commandEncoder: GPUCommandEncoder | null;
  readonly ensureCommandEncoderReady: () => void;
  readonly endComputePassEncoder: () => void;
  /** What is recorded: its buffers are given back once it is submitted. */
  readonly commandQueueOwnedIds: { readonly add: (dataId: object) => void };
  readonly makeTensorInfo: (shape: readonly number[], dtype: 'float32') => TensorInfo;
  readonly uploadToGPU: (dataId: object) => void;
  readonly tensorMap: { readonly get: (dataId: object) => { readonly resource: GPUBuffer | null } };
  readonly disposeData: (dataId: object) => void;
}

/** What a kernel is called with. */
export interface KernelCall {
  readonly inputs: Operands;
  readonly backend: TfjsBackend;
  readonly attrs?: { readonly [name: string]: unknown };
}

/** Of the package `@tensorflow/tfjs-core`. */
export interface TfjsCore {
  readonly registerKernel: (config: {
    readonly kernelName: string;
    readonly backendName: 'webgpu';
    readonly kernelFunc: (call: KernelCall) => TensorInfo;
  }) => void;
  readonly registerGradient: (config: {
    readonly kernelName: string;
    readonly inputsToSave: readonly string[];
    readonly gradFunc: (slope: TensorInfo, saved: readonly TensorInfo[]) => Slopes;
  }) => void;
  readonly engine: () => {
    readonly runKernel: (
      name: string,
      inputs: Operands,
      attrs?: { readonly [name: string]: unknown },
    ) => TensorInfo;
  };
}

/** The slope along each operand, made when it is asked for. */
export interface Slopes {
  readonly [operand: string]: () => TensorInfo;
}
