import { ENDED_FRAME, readFrameSession } from '#lib/signing/frame/frame-session'
import { viewport as signingViewport } from '../../[token]/page.tsx'
import { LinkPage, readLinkMetadata } from '../../link-page.tsx'

interface Props {
  params: Promise<{ token: string }>
}

export const viewport = signingViewport

/** Only sessions of frames open here: a signing link would not have the origins that may show it. */
async function readFrame({ params }: Props) {
  const { token } = await params
  // The page of one that has ended says so, and where to go on from there.
  const session = readFrameSession(token, null)
  if (!session) return { token: ENDED_FRAME, origins: ['*'] }
  const { origins, inPerson } = session
  return { token, origins, handBackUrl: inPerson && `/sign/in-person/${inPerson}` }
}

export async function generateMetadata(props: Props) {
  return readLinkMetadata((await readFrame(props)).token)
}

/** The signing page in a frame: the session of the frame is in place of the token. */
export default async function Page(props: Props) {
  return <LinkPage {...(await readFrame(props))} />
}
