import { ProcessPage } from '#components/operator/process-page.tsx'
import { explainToOperator } from '#lib/operator/dashboard/process'
import { operatorPage } from '../operator-page.ts'

export default operatorPage(async (ctx, { id = '' }) => {
  const isId = /^[1-9]\d{0,14}$/.test(id.trim())
  return <ProcessPage id={id} explanation={isId ? await explainToOperator(ctx, Number(id)) : null} />
})
