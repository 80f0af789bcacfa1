import { page } from '#app/(dashboard)/page-of'
import { GET as folders } from '#app/api/v1/folders/route'
import { GET as templates } from '#app/api/v1/templates/route'
import { foldersQuery } from '#components/folders/folders-query.ts'
import { parseListState } from '#components/shell/list/list-state.ts'
import { templateListRules, templatesQuery } from '#components/templates/queries.ts'
import { TemplatesPage } from '#components/templates/templates-page.tsx'

export default page('template.read', async ({ search, load }) => {
  await Promise.all([
    load(foldersQuery, folders),
    load(templatesQuery(parseListState(templateListRules, search)), templates),
  ])
  return <TemplatesPage />
})
