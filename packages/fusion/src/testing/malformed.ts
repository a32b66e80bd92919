// What is no graph, and what is said about it.
import { operators } from '../operators/table.ts';
import type { Attributes, Shape } from '../graph/types.ts';

/** One misfit of shapes or axes for each operator that can have one: a verifier that lets it through verifies nothing. */
export const misfits: readonly (readonly [op: string, shapes: readonly Shape[], attributes?: Attributes])[] =
  [
    ['constant', [], { value: [1, 2, 3], dtype: 'f32', shape: [2] }],
    ['iota', [], { axis: 2, dtype: 'i32', shape: [2, 3] }],
    ...operators
      .filter((operator) => operator.class === 'elementwise' && operator.arity === 2)
      .map(
        ({ name }) =>
          [
            name,
            [
              [2, 3],
              [3, 2],
            ],
            name === 'compare' ? { how: '<' } : {},
          ] as const,
      ),
    ['reduce-sum', [[2, 3]], { axes: [2] }],
    ['reduce-max', [[2, 3]], { axes: [1, 0] }],
    ['reduce-min', [[2, 3]], { axes: [-1] }],
    ['transpose', [[2, 3]], { permutation: [0, 0] }],
    ['reshape', [[2, 3]], { shape: [7] }],
    ['broadcast', [[2, 3]], { shape: [2, 4] }],
    ['slice', [[2, 3]], { starts: [0, 2], stops: [2, 4] }],
    ['reverse', [[2, 3]], { axes: [2] }],
    ['windows', [[2, 3]], { size: [3, 3] }],
    [
      'matmul',
      [
        [2, 3],
        [4, 5],
      ],
    ],
    [
      'conv2d',
      [
        [1, 2, 5, 5],
        [4, 3, 3, 3],
      ],
    ],
    [
      'concat',
      [
        [2, 3],
        [3, 4],
      ],
      { axis: 0 },
    ],
    ['concat', [[2, 3], [2]], { axis: 1 }],
    ['windows', [[2, 3]], { size: [] }],
    ['pad', [[2, 3]], { before: [1], after: [0, 0] }],
    ['fold-windows', [[1, 1, 2, 2]], { size: [2, 2], shape: [5, 5] }],
  ];

/** A text, the name of its error, and the first line of its message. */
export const malformed: readonly (readonly [name: string, text: string, message: string])[] = [
  ['TextError', '%0 = input x f32[2]\nreturn', '1:14: expected ":" and a type, found "f32"'],
  [
    'TextError',
    '%0 = input x : f64[2]\nreturn',
    '1:16: expected one of f32, f16, i32, u32, i8, bool, found "f64"',
  ],
  ['TextError', '%0 = input x : f32[2,-1]\nreturn', '1:22: expected a length, found "-1"'],
  [
    'TextError',
    '%0 = input x : f32[2]\n%1 = neg %2 : f32[2]\nreturn',
    '2:10: expected a value from a line above, found "%2"',
  ],
  [
    'TextError',
    '%0 = input x : f32[2]\n%0 = neg %0 : f32[2]\nreturn',
    '2:1: expected a value that is not there yet, found "%0"',
  ],
  ['TextError', '%0 = input x : f32[2]\n', '2:1: expected "%" and a number, or "return", found the end'],
  [
    'TextError',
    '%0 = input x ; f32[2]',
    '1:14: expected a value, a word, a number, a text or a sign, found ";"',
  ],
  [
    'TextError',
    '%0 = iota {axis = } : i32[2]',
    '1:19: expected a number, a list, a text, true or false, found "}"',
  ],
  ['TextError', 'return 3', '1:8: expected the end, found "3"'],
  [
    'UnknownOperator',
    '%0 = input x : f32[2]\n%1 = plus %0, %0 : f32[2]\nreturn %1',
    '2:6: there is no operator plus',
  ],
  [
    'ArityError',
    '%0 = input x : f32[2]\n%1 = add %0 : f32[2]\nreturn %1',
    '2:6: add takes 2 operands, not 1: f32[2]',
  ],
  [
    'AttributeError',
    '%0 = iota {axes = 1} : i32[2]\nreturn %0',
    '1:6: iota has no attribute axes; it has axis, dtype, shape',
  ],
  [
    'AttributeError',
    '%0 = iota {axis = 0.5} : i32[2]\nreturn %0',
    '1:6: iota: attribute axis is a whole number: it is 0.5',
  ],
  [
    'ShapeError',
    '%0 = input x : f32[2]\n%1 = input y : f32[3]\n%2 = add %0, %1 : f32[2]\nreturn %2',
    '3:6: add takes operands of one shape, not f32[2] and f32[3]: broadcast first',
  ],
  [
    'DtypeError',
    '%0 = input x : i32[2]\n%1 = exp %0 : i32[2]\nreturn %1',
    '2:6: exp takes f32, f16, not i32[2]: cast first',
  ],
  [
    'DtypeError',
    '%0 = input a : i32[1,1]\n%1 = matmul %0, %0 {alpha = 0.5} : i32[1,1]\nreturn %1',
    '2:6: alpha 0.5 is no i32',
  ],
  [
    'DtypeError',
    '%0 = input x : f32[2]\n%1 = pad %0 {before = [1], after = [0], value = 1e+60} : f32[3]\nreturn %1',
    '2:6: value 1e+60 is no f32',
  ],
  [
    'ShapeError',
    '%0 = input t : f32[0,3]\n%1 = input i : i32[2]\n%2 = gather %0, %1 {axis = 0} : f32[2,3]\nreturn %2',
    '3:6: gather takes a table with rows to read, not f32[0,3] and i32[2]',
  ],
  [
    'ShapeError',
    '%0 = input x : f32[9007199254740993]\nreturn %0',
    '1:16: f32[9007199254740992]: lengths are whole numbers from 0',
  ],
  [
    'TypeMismatch',
    '%0 = input x : f32[2]\n%1 = neg %0 : f32[3]\nreturn %1',
    '2:15: neg gives f32[2], not f32[3]',
  ],
  [
    'DtypeError',
    '%0 = input t : i8[4]\n%1 = input i : i32[2]\n%2 = input u : i8[2]\n%3 = scatter-add %0, %1, %2 {axis = 0} : i8[4]\nreturn %3',
    '4:6: scatter-add takes f32, f16, i32, u32, not i8[4]: cast first',
  ],
  [
    'DtypeError',
    '%0 = input x : bool[2,1]\n%1 = fold-windows %0 {size = [1]} : bool[2]\nreturn %1',
    '2:6: fold-windows takes f32, f16, i32, u32, not bool[2,1]: cast first',
  ],
  [
    'TextError',
    '%0 = constant {value = 1e400} : f32[2]\nreturn %0',
    '1:24: expected a number that an f64 holds, found "1e400"',
  ],
  ['InputError', '%0 = input x : f32[2]\n%1 = input x : f32[2]\nreturn', '2:12: two inputs are called x'],
];
