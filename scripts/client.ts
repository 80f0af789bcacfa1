/** The way an integrator goes, for the scripts that drive a running service: nothing here that curl could not do. */

interface Answer<T> {
  data: T
}

export interface SentProcess {
  id: number
  status: string
  seal_error: string | null
  documents: { id: number }[]
  signers: { id: number; name: string; status: string; signing_url: string | null }[]
}

interface Ceremony {
  consent: { version: string }
  fields: { id: number; type: string; options: string[]; required: boolean }[]
}

/** A refusal of the service, with its status and the body in the contract's shape. */
export class Refused extends Error {
  readonly status: number
  readonly body: { error?: { code?: string; message?: string; reason?: string } }

  constructor(status: number, body: Refused['body']) {
    super(`${status} ${body.error?.code ?? ''} ${body.error?.message ?? ''}`.trim())
    this.status = status
    this.body = body
  }
}

/** A tenant of its own on the service at `baseUrl`, working with an API key that may show signers' links. */
export class Client {
  readonly baseUrl: string
  private key: string

  private constructor(baseUrl: string, key: string) {
    this.baseUrl = baseUrl
    this.key = key
  }

  static async signUp(baseUrl: string): Promise<Client> {
    const name = `Script ${new Date().toISOString()}`
    const email = `script-${crypto.randomUUID()}@example.com`
    const visitor = new Client(baseUrl, '')
    const login = await visitor.post<Answer<{ access_token: string }>>('/auth/signup', {
      tenant_name: name,
      name: 'Script',
      email,
      password: crypto.randomUUID(),
    })
    visitor.key = login.data.access_token
    const scopes = ['documents:read', 'documents:write', 'processes:read', 'processes:write', 'signing-links']
    const { key } = await visitor.post<{ key: string }>('/api-keys', { name, scopes })
    return new Client(baseUrl, key)
  }

  async upload(
    bytes: Uint8Array,
    filename: string,
  ): Promise<{ id: number; repaired: boolean; page_count: number }> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), filename)
    const answer = await this.request('/documents', { method: 'POST', body: form })
    return ((await answer.json()) as Answer<{ id: number; repaired: boolean; page_count: number }>).data
  }

  /** A process over one document, sent without mails: its signers' links are handed out. */
  async send(
    documentId: number,
    people: string[],
    type: 'sequential' | 'parallel',
    zones: object[] = [],
  ): Promise<SentProcess> {
    const { data: draft } = await this.post<Answer<SentProcess>>('/signature-processes', {
      name: 'Agreement',
      documents: [{ id: documentId, order: 1 }],
      signers: people.map((name, index) => ({
        name,
        email: `signer${index}@example.com`,
        order: index + 1,
        type,
      })),
      options: { enable_otp: false, enable_notifications: false },
    })
    if (zones.length > 0) {
      const fields = zones.map((zone) => ({
        ...zone,
        document_id: documentId,
        signer_id: draft.signers[(zone as { signer: number }).signer]!.id,
      }))
      await this.post(`/signature-processes/${draft.id}/fields`, { fields })
    }
    await this.post(`/signature-processes/${draft.id}/send`, {})
    return this.process(draft.id)
  }

  async process(id: number): Promise<SentProcess> {
    return ((await this.json(`/signature-processes/${id}`)) as Answer<SentProcess>).data
  }

  /** Signs as whoever holds the link, filling every field they have. */
  async sign(signingUrl: string, name: string): Promise<void> {
    const path = `/signing/${signingUrl.split('/').at(-1)}`
    const { data: ceremony } = (await this.json(path)) as Answer<Ceremony>
    await this.post(`${path}/open`, {})
    await this.post(`${path}/sign`, {
      consent: { version: ceremony.consent.version, accepted: true },
      signature: { method: 'typed', text: name },
      initials: { method: 'typed', text: name[0] },
      values: ceremony.fields.flatMap(({ id, type, options }) => {
        const value = answerTo(type, options, name)
        return value === null ? [] : [{ field_id: id, value }]
      }),
    })
  }

  /** Waits until the process is completed; throws when it ends otherwise or takes longer than `seconds`. */
  async completed(id: number, seconds = 60): Promise<SentProcess> {
    return this.until(id, (process) => process.status === 'completed', seconds)
  }

  /** Waits until `what` holds of the process. */
  async until(id: number, what: (process: SentProcess) => boolean, seconds = 60): Promise<SentProcess> {
    for (const deadline = Date.now() + seconds * 1000; ; ) {
      const process = await this.process(id)
      if (what(process)) return process
      if (Date.now() > deadline) {
        throw new Error(
          `Process ${id} is ${process.status} after ${seconds} s${process.seal_error ? `: ${process.seal_error}` : ''}.`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async download(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.request(path)).arrayBuffer())
  }

  async json(path: string): Promise<unknown> {
    return (await this.request(path)).json()
  }

  async post<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return (await (
      await this.request(path, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as T
  }

  private async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.key && !path.startsWith('/signing/')) headers.set('authorization', `Bearer ${this.key}`)
    const response = await fetch(`${this.baseUrl}/api/v1${path}`, { ...init, headers })
    if (response.ok) return response
    throw new Refused(response.status, (await response.json().catch(() => ({}))) as Refused['body'])
  }
}

function answerTo(type: string, options: string[], name: string): string | boolean | null {
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
