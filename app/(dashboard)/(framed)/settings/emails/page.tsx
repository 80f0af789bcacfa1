import { page } from '#app/(dashboard)/page-of'
import { GET as sender } from '#app/api/v1/account/sender/route'
import { EmailsPage } from '#components/settings/emails/emails-page.tsx'
import { senderQuery } from '#components/settings/queries.ts'

export default page('tenant.manage', async ({ load }) => {
  await load(senderQuery, sender)
  return <EmailsPage />
})
