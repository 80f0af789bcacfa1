import { page } from '#app/(dashboard)/page-of'
import { GET as logs } from '#app/api/v1/webhooks/[id]/logs/route'
import { GET as webhook } from '#app/api/v1/webhooks/[id]/route'
import { parseListState } from '#components/shell/list/list-state.ts'
import { auditLogRules, logsQuery, webhookQuery } from '#components/webhooks/queries.ts'
import { WebhookPage } from '#components/webhooks/webhook-page.tsx'
import { parseId } from '#lib/http/page'

export default page('webhook.read', async ({ params, search, load }) => {
  const id = parseId(params)
  await Promise.all([
    load(webhookQuery(id), webhook, params),
    load(logsQuery(id, parseListState(auditLogRules, search)), logs, params),
  ])
  return <WebhookPage id={id} />
})
