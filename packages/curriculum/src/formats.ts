// Formats that the schemas of this package name; Ajv has none of its own.

/** By name, whether a text has the format. */
export const formats = {
  date: (text: string): boolean =>
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString().startsWith(text),
  'date-time': (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)),
} as const;
