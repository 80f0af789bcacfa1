import { page } from '#app/(dashboard)/page-of'
import { GET as logs } from '#app/api/v1/webhooks/[id]/logs/route'
import { GET as webhook } from '#app/api/v1/webhooks/[id]/route'
import { listStateOf } from '#components/shell/list/list-state.ts'
import { logListRules, logsQuery, webhookQuery } from '#components/webhooks/queries.ts'
import { WebhookPage } from '#components/webhooks/webhook-page.tsx'
import { idOf } from '#lib/http/page'

export default page('webhook.manage', async ({ params, search, load }) => {
  const id = idOf(params)
  await Promise.all([
    load(webhookQuery(id), webhook, params),
    load(logsQuery(id, listStateOf(logListRules, search)), logs, params),
  ])
  return <WebhookPage id={id} />
})
