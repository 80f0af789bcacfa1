/** Declares a route's body as plain text, whose form is that of another standard. */
export interface TextBody {
  text: true
  example: string
}

export const textBody = (example: string): TextBody => ({ text: true, example })

export function isTextBody(body: unknown): body is TextBody {
  return typeof body === 'object' && body !== null && 'text' in body
}
