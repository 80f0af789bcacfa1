import { env } from '#lib/core/env'
import type { Endpoint } from '#lib/http/endpoints'
import { buildPdf } from '#lib/pdf/fixtures/build'
import type { OpenApi } from '#lib/reference/openapi'
import { exampleOf, type Schema, type Schemas } from '#lib/reference/schema-example'
import { configureWebhook } from '#lib/webhooks/configure'
import { sendTest } from '#lib/webhooks/delivery/send-test'
import { NewWebhookInput } from '#lib/webhooks/schema'
import { addSentProcess, tokenFor, typed, vaultRowsOf } from './ceremony.ts'
import { addCompleted } from './completed.ts'
import { addDocument, addDraft, addTemplate } from './modules.ts'
import type { TestTenant } from './tenant.ts'

/** An id that nothing has. */
const NOBODYS = '987654321'

export type Params = Record<string, string>

/** One record of every kind a path can name, and a right body for every endpoint. */
export interface Fixtures {
  paramsOf(endpoint: Endpoint): Params
  bodyOf(endpoint: Endpoint): unknown
}

interface VaultFixture {
  processId: number
  vaultId: number
  webhookId: number
  logId: number
}

/** A public address by its numbers, so that no name server is asked. */
const hook = { url: 'https://93.184.215.14/hook', events: ['*'] }

/** A completed process and a webhook of the tenant: dear or few, so made once. */
export async function addVaultFixture(tenant: TestTenant): Promise<VaultFixture> {
  const { id } = await addCompleted(tenant)
  const [row] = await vaultRowsOf(tenant, id)
  const { id: webhookId } = await configureWebhook(tenant.ctx, NewWebhookInput.parse(hook))
  const { id: logId } = await sendTest(tenant.ctx, webhookId)
  return { processId: id, vaultId: row!.id, webhookId, logId }
}

/** `made` are the ids of records whose collections a test has posted to, by path: `/api/v1/templates`. */
export async function makeFixtures(
  tenant: TestTenant,
  document: OpenApi,
  row: VaultFixture,
  made: Record<string, number> = {},
): Promise<Fixtures> {
  const doc = await addDocument(tenant)
  const draft = await addDraft(tenant)
  const template = await addTemplate(tenant)
  const sent = await addSentProcess(tenant)
  const token = await tokenFor(tenant, sent.signers[0]!.id)
  const needsSent = /\/(cancel|remind)$/
  const needsKept = /\/(certificate|download-signed-pdf)$/
  const zone = { type: 'signature', page: 1, x: 72, y: 72, width: 160, height: 40 }
  const own: Record<string, unknown> = {
    postSignatureProcesses: {
      name: 'Lease',
      documents: [{ id: doc.id, order: 1 }],
      signers: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
    },
    patchSignatureProcessesById: { name: 'Another name' },
    postSigningByTokenSign: typed(),
    postBulkSends: { template_id: template.id, rows: [{ name: 'Ada Lovelace', email: 'ada@example.com' }] },
    postTemplatesImport: {
      format: 'docuseal',
      template: { name: 'Lease', submitters: [], schema: [{ attachment_uuid: 'a' }], fields: [] },
      documents: [{ id: doc.id }],
    },
    postFolders: { name: `Folder ${crypto.randomUUID()}` },
    // No name server is asked for an address.
    putAccountSso: { issuer: 'https://192.0.2.1' },
    putAccountTestMode: { test_mode: false },
    postWebhooks: hook,
    patchWebhooksById: { active: true },
  }
  for (const method of ['post', 'put']) {
    own[`${method}SignatureProcessesByIdFields`] = {
      fields: [{ ...zone, document_id: draft.documents[0]!.id, signer_id: draft.signers[0]!.id }],
    }
  }
  return {
    paramsOf({ path }): Params {
      const id = (number: number) => ({ id: String(number) })
      if (path.includes('{token}')) return { token, ...id(sent.documents[0]!.id) }
      if (path.startsWith('/api/v1/documents/')) return id(doc.id)
      if (path.startsWith('/api/v1/vault/')) return id(row.vaultId)
      if (path.startsWith('/api/v1/archives/') || needsKept.test(path)) return id(row.processId)
      if (path.startsWith('/api/v1/signature-processes/')) return id((needsSent.test(path) ? sent : draft).id)
      if (path.startsWith('/api/v1/webhooks/')) return { ...id(row.webhookId), log: String(row.logId) }
      return { id: String(made[path.split('/{')[0]!] ?? NOBODYS) }
    },
    bodyOf(endpoint) {
      const { id, declaration } = endpoint
      if (!declaration.body) return undefined
      if (own[id]) return own[id]
      if ('multipart' in (declaration.body as object)) return uploadForm()
      return postable(exampleOf(bodySchema(endpoint, document)!, schemasOf(document)))
    },
  }
}

/** A record of every collection that takes a body which the description shows, by its path. */
export async function makeRecords(
  tenant: TestTenant,
  endpoints: Endpoint[],
  document: OpenApi,
  dispatch: (request: Request) => Promise<Response>,
): Promise<Record<string, number>> {
  const made: Record<string, number> = {}
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    const schema = method === 'POST' && !path.includes('{') ? bodySchema(endpoint, document) : undefined
    if (!schema || !endpoints.some((other) => other.path === `${path}/{id}`)) continue
    const body = JSON.stringify(postable(exampleOf(schema, schemasOf(document))))
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
    const answer = await dispatch(new Request(env().appUrl + path, { method, body, headers }))
    if (answer.status === 201) made[path] = ((await answer.json()) as { data: { id: number } }).data.id
  }
  return made
}

export function uploadForm(bytes = buildPdf()): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'paper.pdf')
  return form
}

/** The JSON schema of an endpoint's body, as it is published. */
export function bodySchema({ method, path }: Endpoint, document: OpenApi): Schema | undefined {
  const body = document.paths![path]![method.toLowerCase() as 'post']!.requestBody
  const media = body && 'content' in body ? body.content['application/json'] : undefined
  return media && 'schema' in media ? (media.schema as Schema) : undefined
}

export function schemasOf(document: OpenApi): Schemas {
  return document.components!.schemas as Schemas
}

/** An example that this tenant can send: a mail belongs to one person only, and a document to its own tenant. */
function postable(example: unknown): unknown {
  if (typeof example !== 'object' || example === null) return example
  const { documents: _, fields: __, ...body } = example as Record<string, unknown>
  const isPerson = 'email' in body && 'name' in body
  return isPerson ? { ...body, email: `somebody.${crypto.randomUUID().slice(0, 8)}@example.com` } : body
}

/** Where an endpoint is, with these parameters. */
export function fill(path: string, params: Params): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? NOBODYS))
}
