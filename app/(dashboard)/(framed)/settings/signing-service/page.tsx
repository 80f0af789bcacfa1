import { page } from '#app/(dashboard)/page-of'
import { GET as signingService } from '#app/api/v1/account/signing-service/route'
import { signingServiceQuery } from '#components/settings/queries.ts'
import { SigningServicePage } from '#components/settings/signing-service/signing-service-page.tsx'

export default page('signing_service.read', async ({ load }) => {
  await load(signingServiceQuery, signingService)
  return <SigningServicePage />
})
