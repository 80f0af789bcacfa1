'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { handleSession } from '#components/api/client.ts'
import { setFrameCredential } from '#components/api/frame-credential.ts'
import { makeClient } from '#components/session/api-provider.tsx'
import { accountQuery } from '#components/shell/account.ts'
import { tellEmbedder } from '#components/shell/embedder.ts'
import { Button } from '#components/ui/button.tsx'
import { ToastProvider } from '#components/ui/lazy/toast.tsx'
import { Empty } from '#components/ui/states.tsx'
import { type EditorFrameProps, EmbeddedEditor } from '#components/zones/embedded/embedded-editor.tsx'

/** What the frame shows after the editor. */
type Outcome = 'sent' | 'done' | 'locked' | 'ended'

const neverAsked = async () => false

/** The editor of one draft in a frame of another product, without anything of the dashboard around it. */
export function EditorFrame({ token, origins, ...props }: EditorFrameProps) {
  const [client] = useState(() => {
    const client = makeClient()
    // A frame has no user whose account could be read.
    client.setQueryDefaults(accountQuery.queryKey, { enabled: false })
    return client
  })
  const t = useTranslations('zones.frame')
  const [isReady, setReady] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  /** The answer to “Send” was lost: if this is no draft any more, it was sent. */
  const mayBeSent = useRef(false)

  const finish = useCallback(
    (event: 'sent' | 'done') => {
      tellEmbedder(origins, { event })
      setOutcome(event)
    },
    [origins],
  )
  const fail = useCallback(
    (status: number, message: string) => {
      if (status === 409 && mayBeSent.current) return finish('sent')
      const isEnded = status === 401 || status === 403 || status === 404
      tellEmbedder(origins, { event: 'error', status, message: isEnded ? t('ended.text') : message })
      // A late answer does not replace what the user has done.
      if (isEnded || status === 409) setOutcome((before) => before ?? (isEnded ? 'ended' : 'locked'))
    },
    [origins, finish, t],
  )

  useEffect(() => {
    setFrameCredential(token)
    setReady(true)
    return handleSession({
      askPassword: neverAsked,
      onEnded: () => fail(401, ''),
      onOtherMode: () => {},
      signInAgain: neverAsked,
    })
  }, [token, fail])

  if (outcome)
    return <FrameOutcome outcome={outcome} onBack={outcome === 'done' ? () => setOutcome(null) : null} />
  if (!isReady) return null
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <EmbeddedEditor
          {...props}
          origins={origins}
          onFailed={fail}
          onFinished={finish}
          onUndecided={() => {
            mayBeSent.current = true
          }}
        />
      </ToastProvider>
    </QueryClientProvider>
  )
}

function FrameOutcome({ outcome, onBack }: { outcome: Outcome; onBack: (() => void) | null }) {
  const t = useTranslations('zones.frame')
  return (
    <main className="flex min-h-80 flex-col justify-center">
      <title>{`${t(`${outcome}.title`)} · Paraph`}</title>
      <h1 className="sr-only">{t(`${outcome}.title`)}</h1>
      <div role="status">
        <Empty
          title={t(`${outcome}.title`)}
          action={onBack ? <Button onClick={onBack}>{t('back')}</Button> : null}
        >
          {t(`${outcome}.text`)}
        </Empty>
      </div>
    </main>
  )
}
