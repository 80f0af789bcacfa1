import { page } from '#app/(dashboard)/page-of'
import { SigningServicePage } from '#components/settings/signing-service/signing-service-page.tsx'

export default page('signing_service.change', async () => <SigningServicePage />)
