// Formats that the schemas of this package name; Ajv has none of its own.

/** By name, whether a text has the format. */
export const formats = {
  'date-time': (text: string): boolean =>
    /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)) && isDay(text.slice(0, 10)),
} as const;

// The 30th of February is read as the 2nd of March.
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
