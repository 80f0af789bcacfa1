import { page } from '#app/(dashboard)/page-of'
import { ProfilePage } from '#components/settings/profile-page.tsx'

export default page('profile.write', async () => <ProfilePage />)
