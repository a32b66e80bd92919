// How a quad of elements is combined and stored. The kernel declares Element, Value, OP and the binding destination.
fn combine(a: vec4<Value>, b: vec4<Value>) -> vec4<Value> {
  return select(a + b, max(a, b), OP == 2u);
}

// The elements of `value` that the vector still has room for; `rest` of it are left.
fn store(at: u32, value: vec4<Element>, rest: u32) {
  if (rest >= 4u) {
    destination[at] = value;
  } else {
    destination[at].x = value.x;
    if (rest > 1u) {
      destination[at].y = value.y;
    }
    if (rest > 2u) {
      destination[at].z = value.z;
    }
  }
}
