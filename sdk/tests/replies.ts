import { Paraph, type ParaphOptions } from '../src/index.ts'

type Reply = Response | Error | 'never'

/** A request as it was sent. */
interface SentRequest {
  url: string
  method: string
  headers: Headers
  body: BodyInit | null | undefined
}

/** A client that gets these replies in turn, and the requests that it sent. */
export function clientWith(replies: Reply[], options: Partial<ParaphOptions> = {}) {
  const requests: SentRequest[] = []
  const paraph = new Paraph({
    baseUrl: 'https://sign.example.com',
    apiKey: 'psk_test_1',
    fetch: (input, { method, headers, body, signal } = {}) => {
      requests.push({ url: String(input), method: method!, headers: new Headers(headers), body })
      const reply = replies[requests.length - 1]
      if (reply instanceof Response) return Promise.resolve(reply)
      if (reply instanceof Error) return Promise.reject(reply)
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
    },
    ...options,
  })
  return { paraph, requests }
}

export const ok = (data: unknown = {}) => Response.json({ data })

/** A refusal as the API sends it. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = { code, message: 'No.', request_id: 'req_1' }
  return Response.json({ error }, { status, headers })
}

export const broken = () => new TypeError('fetch failed')
