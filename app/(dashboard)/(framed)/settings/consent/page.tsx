import { page } from '#app/(dashboard)/page-of'
import { GET as consents } from '#app/api/v1/account/consents/route'
import { ConsentPage } from '#components/settings/consent/consent-page.tsx'
import { consentsQuery } from '#components/settings/queries.ts'

export default page('tenant.manage', async ({ load }) => {
  await load(consentsQuery(), consents)
  return <ConsentPage />
})
