// What stands for a tile that has published nothing: the bits of a number that is none. A sum that has these bits is published with others.
const SILENT = 0x7fc0a5a5u;
const OTHER_NAN = 0x7fc00000u;
