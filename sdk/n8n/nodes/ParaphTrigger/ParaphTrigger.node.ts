import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { request } from '../request'
import { isGenuine } from './verify'

const events = [
  ...['process.completed', 'process.sent', 'process.cancelled', 'process.expired', 'process.corrected'],
  ...['process.voided', 'signature.invited', 'signature.viewed', 'signature.completed', 'signature.refused'],
  ...['signature.delegated', 'signature.delivery_failed', 'document.uploaded', 'document.completed'],
]

/** What n8n stores for the workflow. */
interface Stored extends IDataObject {
  id?: number
  secret?: string
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
        try {
          const { data } = await request(this, { method: 'GET', path: `/webhooks/${id}` })
          const { url, active } = data as { url: string; active: boolean }
          return active && url === this.getNodeWebhookUrl('default')
        } catch {
          return false
        }
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
        delete stored.id
        delete stored.secret
        // One that is gone is deleted.
        if (id) await request(this, { method: 'DELETE', path: `/webhooks/${id}` }).catch(() => undefined)
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node') as Stored
    const { rawBody } = this.getRequestObject()
    if (!secret || !isGenuine(rawBody, this.getHeaderData() as IDataObject, secret)) {
      this.getResponseObject().status(400).send('The signature is not valid.').end()
      return { noWebhookResponse: true }
    }
    return { workflowData: [this.helpers.returnJsonArray(JSON.parse(rawBody.toString('utf8')))] }
  }
}
