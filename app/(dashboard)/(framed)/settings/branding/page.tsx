import { page } from '#app/(dashboard)/page-of'
import { BrandingPage } from '#components/settings/branding/branding-page.tsx'

export default page('tenant.read', async () => <BrandingPage />)
