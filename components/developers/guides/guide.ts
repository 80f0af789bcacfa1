import type { Call } from '#components/developers/first-calls.ts'

/** A chapter of /developers that explains a task. */
export interface Guide {
  id: string
  title: string
  paragraphs: string[]
  samples?: { label: string; code: string }[]
  calls?: Call[]
}

/** The header of a request with a key. */
export const bearer = '-H "Authorization: Bearer $PARAPH_KEY"'

/** The headers of a request with a JSON body. */
export const json = `${bearer} \\
  -H "Content-Type: application/json"`

/** A call with a curl example only. */
export function curlExample(
  title: string,
  text: string,
  curl: string,
  status: number,
  keep: NonNullable<Call['keep']> = [],
): Call {
  return { title, text, curl, typescript: '', status, ...(keep.length > 0 && { keep }) }
}
