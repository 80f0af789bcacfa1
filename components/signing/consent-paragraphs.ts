/** Up to four words and a colon: “Scope:”, “What I need:”. Words have a maximum length, so that matching is fast. */
const LABEL = /^[^\s:]{1,30}(?:[ \u00a0][^\s:]{1,30}){0,3}[ \u00a0]?:(?=\s)/u

/** The lines of a consent text that are not empty, each split after its label. */
export function consentParagraphs(text: string): { at: number; label: string; rest: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const paragraph = line.trim()
    const label = LABEL.exec(paragraph)?.[0] ?? ''
    return paragraph ? [{ at: index, label, rest: paragraph.slice(label.length) }] : []
  })
}
