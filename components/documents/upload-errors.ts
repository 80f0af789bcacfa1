import { ApiError } from '#components/api/client.ts'

/** What each refusal of the contract means to the person who chose the file, and what helps. */
const texts: Record<string, string> = {
  too_large: 'The file is too large. Reduce the images in it, or split it.',
  not_pdf: 'This is not a PDF. Export it as PDF first, then choose it again.',
  encrypted: 'The file is locked with a password. Save a copy without the password.',
  xfa: 'This is a dynamic form (XFA) that only one reader can open. Print it to PDF and take that.',
  corrupt: 'The file is damaged beyond repair. Ask for it again, or export it anew.',
  too_many_pages: 'The file has too many pages. Split it into parts.',
  active_content:
    'It can run scripts or holds other files, which your organisation does not accept. Print it to PDF.',
  certified: 'Its author certified this file and permits no further signatures.',
}

/** The words for an upload that failed, and whether the same file may simply be sent again. */
export function uploadErrorOf(error: unknown): { words: string; requestId: string | null; again: boolean } {
  const fault = error instanceof ApiError ? error : new ApiError(0, null, null)
  const known = fault.reason ? texts[fault.reason] : undefined
  return {
    words: known ?? fault.fields.file?.[0] ?? fault.message,
    requestId: known ? null : fault.requestId,
    again: fault.status === 0 || fault.status === 429 || fault.status >= 500,
  }
}
