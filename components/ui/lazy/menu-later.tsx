'use client'

import { type ComponentType, type ReactElement, useState } from 'react'
import type { LoadedMenuProps } from '#components/ui/lazy/menu.tsx'
import { loadParts, type TriggerProps, useOpeningTrigger } from '#components/ui/lazy/opening-trigger.ts'

interface MenuLaterProps<Props> {
  trigger: ReactElement<TriggerProps>
  load: () => Promise<ComponentType<Props & LoadedMenuProps>>
  props: Props
}

/** A button whose menu, with its dialogs, is loaded with the code of menus: one of many, as in the rows of a list. */
export function MenuLater<Props extends object>({ trigger, load, props }: MenuLaterProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props & LoadedMenuProps> | null>(null)
  const openingTrigger = useOpeningTrigger(
    trigger,
    async () => (await Promise.all([load(), loadParts()]))[0],
    (loaded) => setLoaded(() => loaded),
  )
  return Loaded ? <Loaded {...props} trigger={trigger} defaultOpen /> : openingTrigger
}
