import { env } from '#lib/core/env'
import type { Endpoint } from '#lib/http/endpoints'
import { isTextBody } from '#lib/http/request/text-body'
import { defaultConsent } from '#lib/identity/consent/default-consents'
import { buildPdf } from '#lib/pdf/fixtures/build'
import type { OpenApi } from '#lib/reference/openapi'
import { makeExample, type Schema, type Schemas } from '#lib/reference/schema-example'
import { createLink } from '#lib/templates/links/create'
import { CreateTemplateLink } from '#lib/templates/links/schema'
import { configureWebhook } from '#lib/webhooks/configure'
import { sendTest } from '#lib/webhooks/delivery/send-test'
import { NewWebhookInput } from '#lib/webhooks/schema'
import { addCompleted } from '../records/completed.ts'
import { addDocument, addDraft, addTemplate } from '../records/records.ts'
import { addSentProcess, findToken, loadVaultRows, typedSignature } from '../records/signing-session.ts'
import type { TestTenant } from '../users/tenant.ts'

/** An id that no record has. */
const UNKNOWN_ID = '987654321'

export type Params = Record<string, string>

/** Path parameters that name existing records, and valid bodies, for every endpoint. */
export interface Fixtures {
  makeParams(endpoint: Endpoint): Promise<Params>
  makeBody(endpoint: Endpoint): Promise<unknown>
}

interface VaultFixture {
  processId: number
  vaultId: number
  webhookId: number
  logId: number
}

/** A webhook with an IP address in its URL, so that no DNS lookup is needed. */
const webhookInput = { url: 'https://93.184.215.14/hook', events: ['*'] }

/** A completed process and a webhook: made once, as the first is slow to make and webhooks are limited in number. */
export async function addVaultFixture(tenant: TestTenant): Promise<VaultFixture> {
  const { id } = await addCompleted(tenant)
  const [row] = await loadVaultRows(tenant, id)
  const { id: webhookId } = await configureWebhook(tenant.ctx, NewWebhookInput.parse(webhookInput))
  const { id: logId } = await sendTest(tenant.ctx, webhookId)
  return { processId: id, vaultId: row!.id, webhookId, logId }
}

/**
 * Each record is made at its first use: most endpoints need one or none. Lists need all: `makeAllFixtures`.
 * @param createdIds the ids of records that `makeRecords` created, by the path of their collection
 */
export function makeFixtures(
  tenant: TestTenant,
  document: OpenApi,
  vaultFixture: VaultFixture,
  createdIds: Record<string, number> = {},
): Fixtures {
  const getDocument = once(() => addDocument(tenant))
  const getDraft = once(() => addDraft(tenant))
  const getTemplate = once(() => addTemplate(tenant))
  const getSent = once(async () => {
    const process = await addSentProcess(tenant)
    return { process, token: await findToken(tenant, process.signers[0]!.id) }
  })
  const getLink = once(async () =>
    createLink(tenant.ctx, (await getTemplate()).id, CreateTemplateLink.parse({})),
  )
  const needsSent = /\/(cancel|remind)$/
  const needsCompleted = /\/(certificate|download-signed-pdf)$/
  const folder = { name: `Folder ${crypto.randomUUID()}` }
  const makeFields = async () => {
    const draft = await getDraft()
    const field = { type: 'signature', page: 1, x: 72, y: 72, width: 160, height: 40 }
    return { fields: [{ ...field, document_id: draft.documents[0]!.id, signer_id: draft.signers[0]!.id }] }
  }
  const bodies: Record<string, () => unknown> = {
    postSignatureProcesses: async () => ({
      name: 'Lease',
      documents: [{ id: (await getDocument()).id, order: 1 }],
      signers: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
    }),
    postTemplatesByIdLinks: () => ({}),
    patchSignatureProcessesById: () => ({ name: 'Another name' }),
    postSignatureProcessesByIdFields: makeFields,
    putSignatureProcessesByIdFields: makeFields,
    postSigningByTokenSign: () => typedSignature(),
    postBulkSends: async () => ({
      template_id: (await getTemplate()).id,
      rows: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
    }),
    postTemplatesImport: async () => ({
      format: 'docuseal',
      template: { name: 'Lease', submitters: [], schema: [{ attachment_uuid: 'a' }], fields: [] },
      documents: [{ id: (await getDocument()).id }],
    }),
    postFolders: () => folder,
    // No name server is asked for an address.
    putAccountSso: () => ({ issuer: 'https://192.0.2.1' }),
    putAccountTestMode: () => ({ test_mode: false }),
    postWebhooks: () => webhookInput,
    patchWebhooksById: () => ({ active: true }),
  }
  return {
    async makeParams({ path }): Promise<Params> {
      const id = (number: number) => ({ id: String(number) })
      if (path.startsWith('/api/v1/template-links/'))
        return { token: (await getLink()).url.split('/').at(-1)! }
      if (path.startsWith('/api/v1/templates/{id}/links/'))
        return { ...id((await getTemplate()).id), link: String((await getLink()).id) }
      if (path === '/api/v1/templates/{id}/links') return id((await getTemplate()).id)
      if (path.includes('{token}')) {
        const { process, token } = await getSent()
        return { token, ...id(process.documents[0]!.id) }
      }
      if (path.startsWith('/api/v1/templates/{id}/versions/'))
        return { ...id((await getTemplate()).id), version: '1' }
      if (path.includes('{version}')) return { version: defaultConsent('en').version }
      if (path.startsWith('/api/v1/documents/{')) return id((await getDocument()).id)
      if (path.startsWith('/api/v1/vault/')) return id(vaultFixture.vaultId)
      if (path.startsWith('/api/v1/archives/') || needsCompleted.test(path)) return id(vaultFixture.processId)
      if (path.startsWith('/api/v1/signature-processes/{'))
        return id((needsSent.test(path) ? (await getSent()).process : await getDraft()).id)
      if (path.startsWith('/api/v1/webhooks/'))
        return { ...id(vaultFixture.webhookId), log: String(vaultFixture.logId) }
      return { id: String(createdIds[path.split('/{')[0]!] ?? UNKNOWN_ID) }
    },
    async makeBody(endpoint) {
      const { id, declaration } = endpoint
      if (!declaration.body) return undefined
      if (bodies[id]) return bodies[id]()
      if ('multipart' in (declaration.body as object)) return uploadForm()
      if (isTextBody(declaration.body)) return declaration.body.example
      return postable(makeExample(bodySchema(endpoint, document)!, getSchemas(document)))
    },
  }
}

/** Like `makeFixtures`, with all records made, which lists then have. */
export async function makeAllFixtures(
  endpoints: Endpoint[],
  ...input: Parameters<typeof makeFixtures>
): Promise<Fixtures> {
  const fixtures = makeFixtures(...input)
  for (const endpoint of endpoints) await fixtures.makeParams(endpoint)
  return fixtures
}

/** `make` at the first call, and its result at each. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Posts the example body of each collection. @returns the id of the new record by the collection's path */
export async function makeRecords(
  tenant: TestTenant,
  endpoints: Endpoint[],
  document: OpenApi,
  dispatch: (request: Request) => Promise<Response>,
): Promise<Record<string, number>> {
  const createdIds: Record<string, number> = {}
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    const schema = method === 'POST' && !path.includes('{') ? bodySchema(endpoint, document) : undefined
    if (!schema || !endpoints.some((other) => other.path === `${path}/{id}`)) continue
    const body = JSON.stringify(postable(makeExample(schema, getSchemas(document))))
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' }
    const response = await dispatch(new Request(env().appUrl + path, { method, body, headers }))
    if (response.status === 201)
      createdIds[path] = ((await response.json()) as { data: { id: number } }).data.id
  }
  return createdIds
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

export function getSchemas(document: OpenApi): Schemas {
  return document.components!.schemas as Schemas
}

/** The example without documents of other tenants, and with an email address that no user has yet. */
function postable(example: unknown): unknown {
  if (typeof example !== 'object' || example === null) return example
  const { documents: _, fields: __, ...body } = example as Record<string, unknown>
  const isPerson = 'email' in body && 'name' in body
  return isPerson ? { ...body, email: `person.${crypto.randomUUID().slice(0, 8)}@example.com` } : body
}

/** The path of an endpoint with its parameters filled in. */
export function fill(path: string, params: Params): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? UNKNOWN_ID))
}
