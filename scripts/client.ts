/** A client of the public API, for the scripts that drive a running service. */

import { setTimeout as sleep } from 'node:timers/promises'
import { type Options, Paraph, type Result, type SignatureProcess } from '../sdk/src/index.ts'

/** The time limit of an attempt; longer than any response takes. */
const ATTEMPT_TIMEOUT_MILLISECONDS = 120_000
/** The time limit of a request with all its attempts; longer than rate limits ask to wait. */
const REQUEST_TIMEOUT_MILLISECONDS = 3600_000

type SigningPage = Result<'GET /signing/{token}'>['data']
type Field = Options<'POST /signature-processes/{id}/fields'>['body']['fields'][number]

interface SendOptions {
  type?: 'sequential' | 'parallel'
  /** Whether signers must confirm a code. The client reads it from the service's /mailbox. */
  otp?: boolean
  /** Whether signers get emails. */
  mails?: boolean
  /** Fields with `signer`, an index into the names, in place of `signer_id`. */
  zones?: (Omit<Field, 'document_id' | 'signer_id'> & { signer: number })[]
}

export interface Login {
  email: string
  password: string
}

/** An email address and a password that nobody has yet. */
export function makeLogin(): Login {
  return { email: `script-${crypto.randomUUID()}@example.com`, password: crypto.randomUUID() }
}

/** The API with the key of one tenant; the key may read signing links. A failure is not repeated, only a rate limit. */
export class Client extends Paraph {
  readonly key: string
  pollMilliseconds = 50

  constructor(baseUrl: string, key: string) {
    const common = { timeout: REQUEST_TIMEOUT_MILLISECONDS, maxRetries: 0, fetch: patientFetch() }
    super({ baseUrl, ...common, ...(key && { apiKey: key }) })
    this.key = key
  }

  /** Creates a tenant, its first user, and an API key for it. */
  static async signUp(baseUrl: string, user: Login = makeLogin()): Promise<Client> {
    const name = `Script ${new Date().toISOString()}`
    const login = await new Client(baseUrl, '').request('POST /auth/signup', {
      body: { tenant_name: name, name: 'Script', ...user },
    })
    return Client.#withKey(new Client(baseUrl, login.data.access_token), name)
  }

  /** Creates an API key for the tenant of a user. */
  static async logIn(baseUrl: string, user: Login): Promise<Client> {
    const login = await new Client(baseUrl, '').request('POST /auth/login', { body: user })
    return Client.#withKey(new Client(baseUrl, login.data.access_token), 'Script')
  }

  static async #withKey(session: Client, name: string): Promise<Client> {
    const { key } = await session.request('POST /api-keys', {
      body: {
        name,
        scopes: [
          'documents:read',
          'documents:write',
          'processes:read',
          'processes:write',
          'signing-links',
          'vault:read',
        ],
      },
    })
    return new Client(session.baseUrl, key)
  }

  upload(bytes: Uint8Array, filename: string) {
    return this.uploadDocument(new File([new Uint8Array(bytes)], filename, { type: 'application/pdf' }))
  }

  /** Sends a process with one document. `signing_url` has the links, with emails or without. */
  async send(
    documentId: number,
    signerNames: string[],
    options: SendOptions = {},
  ): Promise<SignatureProcess> {
    const { type = 'sequential', otp = false, mails = false, zones = [] } = options
    const { id } = await this.createProcess({
      name: 'Agreement',
      documents: [{ id: documentId, order: 1 }],
      signers: signerNames.map((name, index) => ({
        name,
        email: `signer-${crypto.randomUUID()}@example.com`,
        order: index + 1,
        type,
      })),
      ...(zones.length > 0 && {
        fields: zones.map(({ signer, ...zone }) => ({
          ...zone,
          document_id: documentId,
          signer_index: signer,
        })),
      }),
      options: { enable_otp: otp, enable_notifications: mails },
    })
    await this.request('POST /signature-processes/{id}/send', { path: { id } })
    return this.getProcess(id)
  }

  /** Waits until it is the signer's turn, and returns their signing link. */
  async findLink(processId: number, signerId: number): Promise<string> {
    for (const deadline = Date.now() + 60_000; ; await sleep(this.pollMilliseconds)) {
      const { signers, status } = await this.getProcess(processId)
      const link = signers.find(({ id }) => id === signerId)?.signing_url
      if (link) return link
      if (Date.now() > deadline) throw new Error(`Process ${processId} is ${status} after 60 s.`)
    }
  }

  /** Signs as the holder of the link: confirms the code, downloads the documents, fills every field of the signer. */
  async sign(signingUrl: string, name: string): Promise<void> {
    const path = { token: signingUrl.split('/').at(-1)! }
    const visitor = new Client(this.baseUrl, '')
    const page = async () => (await visitor.request('GET /signing/{token}', { path })).data
    const { otp, signer, documents } = await page()
    if (otp.required) {
      await visitor.request('POST /signing/{token}/otp', { path })
      await visitor.request('POST /signing/{token}/otp/verify', {
        path,
        body: { code: await this.mailedCode(signer.email) },
      })
    }
    for (const { id } of documents) {
      const file = await visitor.download('GET /signing/{token}/documents/{id}/file', {
        path: { ...path, id },
      })
      await file.arrayBuffer()
    }
    await visitor.request('POST /signing/{token}/open', { path })
    const { consent, fields } = await page()
    await visitor.request('POST /signing/{token}/sign', {
      path,
      body: {
        consent: { version: consent.version, accepted: true },
        signature: { method: 'typed', text: name },
        initials: { method: 'typed', text: name[0]! },
        values: fields.flatMap((field) => {
          const value = valueFor(field, name)
          return value === null ? [] : [{ field_id: field.id, value }]
        }),
      },
    })
  }

  /** Waits until the process is completed; throws after `seconds`. */
  completed(id: number, seconds = 60): Promise<SignatureProcess> {
    return this.waitForCompletion(id, { timeout: seconds * 1000, interval: this.pollMilliseconds })
  }

  /** The code that was mailed to an address. A service without SMTP shows its mails at /mailbox. */
  private async mailedCode(email: string): Promise<string> {
    for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(250)) {
      const query = new URLSearchParams({ to: email })
      const mailboxHtml = await (await fetch(`${this.baseUrl}/mailbox?${query}`)).text()
      const ids = [...mailboxHtml.matchAll(/\/mailbox\/(\d+)/g)].map((match) => Number(match[1]))
      for (const id of [...new Set(ids)].sort((a, b) => b - a)) {
        const mail = await (await fetch(`${this.baseUrl}/mailbox/${id}`)).text()
        const code = /(?<![#\w])\d{6}(?!\w)/.exec(mail)?.[0]
        if (code) return code
      }
    }
    throw new Error(`No code was mailed to ${email}.`)
  }
}

/** A fetch that keeps the cookies of a signing session, and repeats what a rate limit refuses. */
function patientFetch(): typeof fetch {
  const cookies = new Map<string, string>()
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    for (;;) {
      if (cookies.size > 0) headers.set('cookie', [...cookies.values()].join('; '))
      const signals = [AbortSignal.timeout(ATTEMPT_TIMEOUT_MILLISECONDS), init?.signal ?? []].flat()
      const response = await fetch(input, { ...init, headers, signal: AbortSignal.any(signals) })
      for (const text of response.headers.getSetCookie()) {
        const pair = text.split(';')[0]!
        cookies.set(pair.split('=')[0]!, pair)
      }
      if (response.status !== 429) return response
      await response.body?.cancel()
      await sleep((Number(response.headers.get('retry-after')) || 1) * 1000)
    }
  }
}

function valueFor(
  { type, options, width }: SigningPage['fields'][number],
  name: string,
): string | boolean | null {
  switch (type) {
    case 'text':
    case 'company':
      return width < 120 ? '中' : `${name}: Ελληνικά, кириллица, 中文`
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
