import { page } from '#app/(dashboard)/page-of'
import { GET as document } from '#app/api/v1/documents/[id]/route'
import { GET as process } from '#app/api/v1/signature-processes/[id]/route'
import { documentQuery } from '#components/documents/document-query.ts'
import { NewProcessPage } from '#components/processes/form/new-process-page.tsx'
import { processQuery } from '#components/processes/process-query.ts'
import { parseId } from '#lib/http/page'

export default page('process.write', async ({ search, load }) => {
  if (search.document) {
    const id = parseId({ id: search.document })
    await load(documentQuery(id), document, { id: search.document })
    return <NewProcessPage documentId={id} />
  }
  if (search.process) {
    const id = parseId({ id: search.process })
    await load(processQuery(id), process, { id: search.process })
    return <NewProcessPage processId={id} />
  }
  return <NewProcessPage />
})
