/** The id in an address: a positive integer, or null. */
export function asId(text: string | undefined): number | null {
  if (!text || !/^[1-9]\d{0,15}$/.test(text)) return null
  return Number(text)
}
