import { page } from '#app/(dashboard)/page-of'
import { GET as currentUser } from '#app/api/v1/user/route'
import { ProfilePage } from '#components/settings/profile/profile-page.tsx'
import { currentUserQuery } from '#components/settings/queries.ts'

export default page('profile.write', async ({ load }) => {
  await load(currentUserQuery, currentUser)
  return <ProfilePage />
})
