'use client'

import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useLoaded } from '#components/ui/lazy/use-loaded.ts'

/**
 * A component whose code is loaded when it is first shown. If that fails, a message is shown in its place.
 * @param isNeeded before it is true nothing is loaded or shown; once loaded, the component stays
 */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isNeeded: (props: Props) => boolean = () => true,
) {
  return function LoadedLater(props: Props) {
    const t = useTranslations('api.errors')
    const showToast = useToast()
    const Loaded = useLoaded(isNeeded(props), load, () => showToast(t('unreachable'), 'danger'))
    return Loaded ? <Loaded {...props} /> : null
  }
}
