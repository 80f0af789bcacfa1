/** A client of the public API, for the scripts that drive a running service. */

import { setTimeout as sleep } from 'node:timers/promises'

/** The body of a response of the API. */
interface Envelope<T> {
  data: T
}

export interface SentProcess {
  id: number
  status: string
  seal_error: string | null
  documents: { id: number }[]
  signers: { id: number; name: string; status: string; signing_url: string | null }[]
}

/** The time limit of a request; longer than any response takes. */
const REQUEST_TIMEOUT_MILLISECONDS = 120_000

type RequestHeaders = Record<string, string>

interface Ceremony {
  consent: { version: string }
  otp: { required: boolean }
  signer: { email: string }
  documents: { id: number }[]
  fields: { id: number; type: string; options: string[]; required: boolean }[]
}

export interface SentDocument {
  id: number
  repaired: boolean
  page_count: number
  pages: { width: number; height: number }[]
}

interface SendOptions {
  type?: 'sequential' | 'parallel'
  /** Whether signers must confirm a code. The client reads it from the service's /mailbox. */
  otp?: boolean
  /** Zones in the shape of the API, but with `signer`, an index into the names, in place of `signer_id`. */
  zones?: { signer: number; [member: string]: unknown }[]
}

/** An error response of the API, with its status and body. */
export class ApiRefusal extends Error {
  readonly status: number
  readonly body: { error?: { code?: string; message?: string; reason?: string } }

  constructor(status: number, body: ApiRefusal['body']) {
    super(`${status} ${body.error?.code ?? ''} ${body.error?.message ?? ''}`.trim())
    this.status = status
    this.body = body
  }
}

/** A client of the service at `baseUrl` with the API key of one tenant; the key may read signing links. */
export class Client {
  readonly baseUrl: string
  key: string

  constructor(baseUrl: string, key: string) {
    this.baseUrl = baseUrl
    this.key = key
  }

  /** Creates a tenant and an API key for it. */
  static async signUp(baseUrl: string): Promise<Client> {
    const name = `Script ${new Date().toISOString()}`
    const email = `script-${crypto.randomUUID()}@example.com`
    const visitor = new Client(baseUrl, '')
    const login = await visitor.post<Envelope<{ access_token: string }>>('/auth/signup', {
      tenant_name: name,
      name: 'Script',
      email,
      password: crypto.randomUUID(),
    })
    visitor.key = login.data.access_token
    const scopes = [
      'documents:read',
      'documents:write',
      'processes:read',
      'processes:write',
      'signing-links',
      'vault:read',
    ]
    const { key } = await visitor.post<{ key: string }>('/api-keys', { name, scopes })
    return new Client(baseUrl, key)
  }

  async upload(bytes: Uint8Array, filename: string): Promise<SentDocument> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), filename)
    const response = await this.request('/documents', { method: 'POST', body: form })
    return ((await response.json()) as Envelope<SentDocument>).data
  }

  /** Sends a process with one document. No mails are sent: `signing_url` has the links. */
  async send(documentId: number, signerNames: string[], options: SendOptions = {}): Promise<SentProcess> {
    const { type = 'sequential', otp = false, zones = [] } = options
    const { data: draft } = await this.post<Envelope<SentProcess>>('/signature-processes', {
      name: 'Agreement',
      documents: [{ id: documentId, order: 1 }],
      signers: signerNames.map((name, index) => ({
        name,
        email: `signer-${crypto.randomUUID()}@example.com`,
        order: index + 1,
        type,
      })),
      options: { enable_otp: otp, enable_notifications: false },
    })
    if (zones.length > 0) {
      const fields = zones.map(({ signer, ...zone }) => ({
        ...zone,
        document_id: documentId,
        signer_id: draft.signers[signer]!.id,
      }))
      await this.post(`/signature-processes/${draft.id}/fields`, { fields })
    }
    await this.post(`/signature-processes/${draft.id}/send`, {})
    return this.process(draft.id)
  }

  async process(id: number): Promise<SentProcess> {
    return ((await this.json(`/signature-processes/${id}`)) as Envelope<SentProcess>).data
  }

  /** Waits until it is the signer's turn, and returns their signing link. */
  async linkOf(processId: number, signerId: number): Promise<string> {
    const link = ({ signers }: SentProcess) => signers.find(({ id }) => id === signerId)?.signing_url
    return link(await this.until(processId, (process) => Boolean(link(process))))!
  }

  /** Signs as the holder of the link: confirms the code, downloads the documents, fills every field of the signer. */
  async sign(signingUrl: string, name: string): Promise<void> {
    const path = `/signing/${signingUrl.split('/').at(-1)}`
    const ceremonyBefore = ((await this.json(path)) as Envelope<Ceremony>).data
    const headers = ceremonyBefore.otp.required
      ? await this.confirmCode(path, ceremonyBefore.signer.email)
      : {}
    for (const { id } of ceremonyBefore.documents)
      await this.download(`${path}/documents/${id}/file`, headers)
    await this.post(`${path}/open`, {}, headers)
    const { data: ceremony } = (await this.json(path, headers)) as Envelope<Ceremony>
    await this.post(
      `${path}/sign`,
      {
        consent: { version: ceremony.consent.version, accepted: true },
        signature: { method: 'typed', text: name },
        initials: { method: 'typed', text: name[0] },
        values: ceremony.fields.flatMap(({ id, type, options }) => {
          const value = valueFor(type, options, name)
          return value === null ? [] : [{ field_id: id, value }]
        }),
      },
      headers,
    )
  }

  /** Waits until the process is completed; throws after `seconds`. */
  async completed(id: number, seconds = 60): Promise<SentProcess> {
    return this.until(id, (process) => process.status === 'completed', seconds)
  }

  /** Waits until `isDone` returns true for the process; throws after `seconds`. */
  async until(id: number, isDone: (process: SentProcess) => boolean, seconds = 60): Promise<SentProcess> {
    for (const deadline = Date.now() + seconds * 1000; ; ) {
      const process = await this.process(id)
      if (isDone(process)) return process
      if (Date.now() > deadline) {
        throw new Error(
          `Process ${id} is ${process.status} after ${seconds} s${process.seal_error ? `: ${process.seal_error}` : ''}.`,
        )
      }
      await sleep(50)
    }
  }

  async download(path: string, headers: RequestHeaders = {}): Promise<Uint8Array> {
    return new Uint8Array(await (await this.request(path, { headers })).arrayBuffer())
  }

  async json(path: string, headers: RequestHeaders = {}): Promise<unknown> {
    return (await this.request(path, { headers })).json()
  }

  async post<T>(path: string, body: object, headers: RequestHeaders = {}): Promise<T> {
    return (await (await this.postJson(path, body, headers)).json()) as T
  }

  private postJson(path: string, body: object, headers: RequestHeaders): Promise<Response> {
    const jsonHeaders = { 'content-type': 'application/json', ...headers }
    return this.request(path, { method: 'POST', headers: jsonHeaders, body: JSON.stringify(body) })
  }

  /** Requests a code, confirms it, and returns the headers with the cookie of the signing session. */
  private async confirmCode(path: string, email: string): Promise<RequestHeaders> {
    await this.post(`${path}/otp`, {})
    const confirmed = await this.postJson(`${path}/otp/verify`, { code: await this.mailedCode(email) }, {})
    return {
      cookie: confirmed.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    }
  }

  /** The code that was mailed to an address. A service without SMTP shows its mails at /mailbox. */
  private async mailedCode(email: string): Promise<string> {
    for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(250)) {
      const mailboxHtml = await (await fetch(`${this.baseUrl}/mailbox`)).text()
      const ids = [...mailboxHtml.matchAll(/\/mailbox\/(\d+)/g)].map((match) => Number(match[1]))
      const newestIds = [...new Set(ids)].sort((a, b) => b - a).slice(0, 10)
      for (const id of newestIds) {
        const mail = await (await fetch(`${this.baseUrl}/mailbox/${id}`)).text()
        const code = mail.includes(email) && /(?<![#\w])\d{6}(?!\w)/.exec(mail)?.[0]
        if (code) return code
      }
    }
    throw new Error(`No code was mailed to ${email}.`)
  }

  /** Sends a request, and again after a rate limit. @throws Refused for every other status of 400 or more. */
  private async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.key && !path.startsWith('/signing/')) headers.set('authorization', `Bearer ${this.key}`)
    for (;;) {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MILLISECONDS)
      const response = await fetch(`${this.baseUrl}/api/v1${path}`, { ...init, headers, signal })
      if (response.ok) return response
      const body = (await response.json().catch(() => ({}))) as ApiRefusal['body']
      if (response.status !== 429) throw new ApiRefusal(response.status, body)
      await sleep((Number(response.headers.get('retry-after')) || 1) * 1000)
    }
  }
}

function valueFor(type: string, options: string[], name: string): string | boolean | null {
  switch (type) {
    case 'text':
    case 'company':
      return `${name}: Ελληνικά, кириллица, 中文`
    case 'number':
      return '42'
    case 'checkbox':
      return true
    case 'radio':
    case 'dropdown':
      return options[0] ?? null
    default:
      return null
  }
}
