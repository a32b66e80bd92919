// Shapes are data, so that all layers share a pipeline.
struct Layer {
  inputs: u32,
  outputs: u32,
  // Elements from one rank's parameters, or gradients, to the next one's: of weights input by input, then of biases.
  stride: u32,
  // The last layer is linear, the others end with tanh.
  is_last: u32,
}

@group(0) @binding(0) var<storage, read> layer: Layer;
