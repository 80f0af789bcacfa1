import { page } from '#app/(dashboard)/page-of'
import { GET as webhooks } from '#app/api/v1/webhooks/route'
import { parseListState } from '#components/shell/list/list-state.ts'
import { webhookListRules, webhooksQuery } from '#components/webhooks/queries.ts'
import { WebhooksPage } from '#components/webhooks/webhooks-page.tsx'

export default page('webhook.read', async ({ search, load }) => {
  await load(webhooksQuery(parseListState(webhookListRules, search)), webhooks)
  return <WebhooksPage />
})
