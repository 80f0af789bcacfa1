/** Whether a text can be stored: PostgreSQL takes neither NUL nor half a surrogate pair. */
export function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

export const NOT_TEXT = 'Contains characters that are not text.'
