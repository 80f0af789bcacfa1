/** The pages of a text such as `1-3, 7`, in order; null when it is not one, or names a page beyond `total`. */
export function parsePages(text: string, total: number): number[] | null {
  const pages = new Set<number>()
  for (const part of text.split(/[,;]/)) {
    const match = /^\s*(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?\s*$/.exec(part)
    if (!match) return null
    const [firstPage, lastPage] = [Number(match[1]), Number(match[2] ?? match[1])]
    if (firstPage < 1 || firstPage > lastPage || lastPage > total) return null
    for (let page = firstPage; page <= lastPage; page++) pages.add(page)
  }
  return [...pages].sort((a, b) => a - b)
}
