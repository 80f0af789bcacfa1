import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { type Permission, policy } from '#lib/policy'
import { Client } from '../../scripts/client.ts'
import { completeProcess, connectToApi, create, signUp, upload } from './records.ts'

export const password = 'a quiet lighthouse 7'

/** The records that the pages of the dashboard show. */
export interface Records {
  documentId: number
  draftId: number
  sentId: number
  completedId: number
  templateId: number
  bulkSendId: number
  vaultDocumentId: number
  webhookId: number
  /** The signing link of the sent process. */
  signingUrl: string
}

export interface DashboardPage {
  path: string
  /** The permission that the page requires, from its file. */
  permission: Permission
}

/** Creates a tenant and signs its administrator in. */
export async function signUpByApi(baseURL: string, context: BrowserContext): Promise<APIRequestContext> {
  const member = { name: 'Ada Quist', email: `ada.${crypto.randomUUID()}@example.com`, password }
  await signUp(baseURL, context, 'Quist & Lys', member)
  return connectToApi(baseURL, member)
}

/** Creates one record of every kind. */
export async function createRecords(baseURL: string, api: APIRequestContext): Promise<Records> {
  const { id: documentId } = await upload(api, 'Lease')
  const documents = [{ id: documentId, order: 1 }]
  const signers = [{ name: 'Iris Quist', email: `iris.${crypto.randomUUID()}@example.com` }]
  const draft = await create(api, '/signature-processes', { name: 'Flat 7', documents, signers })
  const template = await create(api, '/templates', {
    name: 'Rental',
    documents,
    roles: [{ name: 'Tenant', order: 1 }],
    fields: [
      {
        document_id: documentId,
        role: 'Tenant',
        type: 'signature',
        page: 1,
        x: 40,
        y: 40,
        width: 160,
        height: 40,
      },
    ],
  })
  const rows = `name,email\nIris Quist,iris.${crypto.randomUUID()}@example.com`
  const bulkSend = await create(api, '/bulk-sends', { template_id: template.id, csv: rows })
  const webhook = await create(api, '/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['*'] })
  await create(api, '/folders', { name: 'Sales', access: 'everyone' })
  const email = `grace.${crypto.randomUUID()}@example.com`
  await create(api, '/users', { name: 'Grace Hopper', email, password, role: 'user' })
  const completedProcess = await completeProcess(baseURL, api, 'Offer')
  const vault = await (await api.get('/api/v1/vault/documents')).json()
  const { sentId, signingUrl } = await sendProcess(baseURL, api)
  return {
    documentId,
    draftId: draft.id,
    sentId,
    completedId: completedProcess.id,
    templateId: template.id,
    bulkSendId: bulkSend.id,
    vaultDocumentId: vault.data[0].id,
    webhookId: webhook.id,
    signingUrl,
  }
}

/** Sends a process with each type of field that signers fill in. */
async function sendProcess(baseURL: string, api: APIRequestContext) {
  const scopes = ['documents:read', 'documents:write', 'processes:read', 'processes:write', 'signing-links']
  const response = await api.post('/api/v1/api-keys', { data: { name: 'Shop', scopes } })
  const client = new Client(baseURL, (await response.json()).key)
  const document = await client.upload(buildPdf(), 'Annex.pdf')
  const types = ['signature', 'initials', 'text', 'number', 'checkbox', 'date'] as const
  const zones = types.map((type, index) => ({
    signer: 0,
    type,
    page: 1,
    x: 40,
    y: 60 + index * 60,
    width: type === 'checkbox' ? 20 : 160,
    height: type === 'checkbox' ? 20 : 40,
  }))
  const sentProcess = await client.send(document.id, ['Iris Quist'], { zones })
  return {
    sentId: sentProcess.id,
    signingUrl: await client.findLink(sentProcess.id, sentProcess.signers[0]!.id),
  }
}

/** Every page of the dashboard: those in the folder of the application, with the ids of the records, and other processes. */
export function dashboardPages(records: Records): DashboardPage[] {
  const ids: Record<string, number> = {
    '/documents/[id]': records.documentId,
    '/processes/[id]': records.completedId,
    '/processes/[id]/edit': records.draftId,
    '/processes/[id]/prepare': records.draftId,
    '/templates/[id]': records.templateId,
    '/templates/[id]/edit': records.templateId,
    '/templates/[id]/list': records.templateId,
    '/templates/[id]/prepare': records.templateId,
    '/templates/lists/[id]': records.bulkSendId,
    '/vault/[id]': records.vaultDocumentId,
    '/webhooks/[id]': records.webhookId,
  }
  const pages = dashboardRoutes().map(({ route, permission }) => {
    if (route.includes('[') && !ids[route]) throw new Error(`${route} needs the id of a record.`)
    return { path: route.replace('[id]', String(ids[route])), permission }
  })
  const processes = [records.sentId, records.draftId].map((id) => `/processes/${id}`)
  return [...pages, ...processes.map((path) => ({ path, permission: 'process.read' as const }))]
}

/** The pages in the folder of the application, with `[id]` for the id of a record; without those of operators. */
export function dashboardRoutes(): { route: string; permission: Permission }[] {
  const folder = resolve('app/(dashboard)')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx') && !file.startsWith('(framed)/operator/'))
    .map((file) => {
      const route = `/${file.replace('(framed)/', '').replace('/page.tsx', '')}`
      const permission = /page\('([\w.]+)'/.exec(readFileSync(join(folder, file), 'utf8'))?.[1]
      if (!permission || !(permission in policy))
        throw new Error(`${file} requires no permission of the policy.`)
      return { route, permission: permission as Permission }
    })
}
