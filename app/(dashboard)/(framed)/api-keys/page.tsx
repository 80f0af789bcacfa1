import { page } from '#app/(dashboard)/page-of'
import { GET as keys } from '#app/api/v1/api-keys/route'
import { KeysPage } from '#components/api-keys/keys-page.tsx'
import { keyListRules, keysQuery } from '#components/api-keys/queries.ts'
import { parseListState } from '#components/shell/list/list-state.ts'

export default page('api_key.read', async ({ search, load }) => {
  await load(keysQuery(parseListState(keyListRules, search)), keys)
  return <KeysPage />
})
