import { page } from '#app/(dashboard)/page-of'
import { GET as folders } from '#app/api/v1/folders/route'
import { GET as documents } from '#app/api/v1/vault/documents/route'
import { readerPreferences } from '#app/reader'
import { foldersQuery } from '#components/folders/folders-query.ts'
import { parseListState } from '#components/shell/list/list-state.ts'
import { vaultListRules, vaultQuery } from '#components/vault/queries.ts'
import { VaultPage } from '#components/vault/vault-page.tsx'

export default page('vault.read', async ({ search, load }) => {
  const { timeZone } = await readerPreferences()
  await Promise.all([
    load(foldersQuery, folders),
    load(vaultQuery(parseListState(vaultListRules, search), timeZone), documents),
  ])
  return <VaultPage />
})
