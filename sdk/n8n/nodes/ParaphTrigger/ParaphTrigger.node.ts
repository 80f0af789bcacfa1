import { isDeepStrictEqual } from 'node:util'
import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { isNotFound, request } from '../request'
import { isGenuine } from './verify'

/** What a webhook can subscribe to. */
const events = [
  ...['*', 'audit.*', 'document.uploaded', 'document.deleted', 'document.completed', 'process.sent'],
  ...['process.corrected', 'process.completed', 'process.cancelled', 'process.voided', 'process.expired'],
  ...['vault.deleted', 'signature.created', 'signature.invited', 'signature.viewed', 'signature.reminded'],
  ...['signature.delivery_failed', 'signature.completed', 'signature.refused', 'signature.delegated'],
]

/** What n8n stores for the workflow. */
interface Stored extends IDataObject {
  id?: number
  secret?: string
}

interface Webhook {
  url: string
  events: string[]
  active: boolean
}

/** The webhook with this id; null if it was deleted. Any other error says nothing about it. */
async function findWebhook(node: IHookFunctions, id: number): Promise<Webhook | null> {
  try {
    const { data } = await request(node, { method: 'GET', path: `/webhooks/${id}` })
    return data as unknown as Webhook
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

export class ParaphTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Paraph Trigger',
    name: 'paraphTrigger',
    icon: 'file:paraph.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts a workflow when something happens to a document or process',
    defaults: { name: 'Paraph Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'paraphApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['process.completed'],
        options: events.map((value) => ({ name: value, value })),
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { id, secret } = this.getWorkflowStaticData('node') as Stored
        if (!id || !secret) return false
        const webhook = await findWebhook(this, id)
        if (!webhook || webhook.url !== this.getNodeWebhookUrl('default')) return false
        const events = this.getNodeParameter('events') as string[]
        if (!webhook.active || !isDeepStrictEqual(new Set(webhook.events), new Set(events)))
          await request(this, { method: 'PATCH', path: `/webhooks/${id}`, body: { events, active: true } })
        return true
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const body = {
          url: this.getNodeWebhookUrl('default'),
          events: this.getNodeParameter('events'),
          description: 'n8n',
        }
        const { data } = await request(this, { method: 'POST', path: '/webhooks', body })
        const { id, secret } = data as Stored
        Object.assign(this.getWorkflowStaticData('node'), { id, secret })
        return true
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = this.getWorkflowStaticData('node') as Stored
        const { id } = stored
        if (id)
          await request(this, { method: 'DELETE', path: `/webhooks/${id}` }).catch((error) => {
            if (!isNotFound(error)) throw error
          })
        delete stored.id
        delete stored.secret
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node') as Stored
    const { rawBody } = this.getRequestObject()
    const headers = this.getHeaderData() as IDataObject
    if (!secret || !isGenuine(rawBody, headers, secret)) {
      this.getResponseObject().status(400).send('The signature is not valid.').end()
      return { noWebhookResponse: true }
    }
    const event = { ...JSON.parse(rawBody.toString('utf8')), webhook_id: headers['webhook-id'] }
    return { workflowData: [this.helpers.returnJsonArray(event)] }
  }
}
