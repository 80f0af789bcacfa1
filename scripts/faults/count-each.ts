/** Each text with the number of its occurrences, the most frequent first. */
export function countEach(texts: string[]): string[] {
  return Object.entries(Object.groupBy(texts, (text) => text))
    .map(([text, all]) => ({ text, count: all!.length }))
    .sort((a, b) => b.count - a.count)
    .map(({ text, count }) => `${count} × ${text}`)
}
