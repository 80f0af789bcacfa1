import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Translated } from '#app/reader'
import { secretPage } from '#app/secret-page'
import { EditorFrame } from '#components/zones/embedded/editor-frame.tsx'
import { now } from '#lib/core/clock'
import { readEditorSession } from '#lib/processes/links/editor-session'
import { ENDED_FRAME } from '#lib/signing/frame/frame-session'

export const metadata: Metadata = { title: { absolute: 'Paraph' }, ...secretPage }

/** The editor of a draft in a frame: the session of the frame is in its address. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const session = readEditorSession(token, now())
  if (!session) redirect(`/sign/frame/${ENDED_FRAME}`)
  const { processId, finish, origins } = session
  return (
    <Translated part="dashboard">
      <EditorFrame token={token} processId={processId} finish={finish} origins={origins} />
    </Translated>
  )
}
