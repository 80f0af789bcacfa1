import { page } from '#app/(dashboard)/page-of'
import { GET as document } from '#app/api/v1/vault/documents/[id]/route'
import { getSignerPartTexts } from '#app/part-texts'
import { readerPreferences } from '#app/reader'
import { vaultDocumentQuery } from '#components/vault/queries.ts'
import { VaultDocumentPage } from '#components/vault/vault-document-page.tsx'
import { parseId } from '#lib/http/page'

export default page('vault.read', async ({ params, load }) => {
  const id = parseId(params)
  await load(vaultDocumentQuery(id), document, params)
  const { language } = await readerPreferences()
  const { url } = await getSignerPartTexts(language, 'verify')
  return <VaultDocumentPage id={id} verifyTextsUrl={url} />
})
