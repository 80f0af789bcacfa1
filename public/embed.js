/**
 * <paraph-sign src="URL"> shows a signing page, and <paraph-editor src="URL"> the editor of a draft, whose URL your server
 * has got from the API. Events: ready, opened, signed, refused, delegated, resized of the first; ready, saved, sent, done of
 * the second; error of both; `detail` has their data.
 */
{
  const style =
    ':host { display: block; height: 100%; min-height: 40rem } iframe { display: block; width: 100%; height: 100%; min-height: inherit; border: 0 }'

  class ParaphFrame extends HTMLElement {
    static observedAttributes = ['src', 'title']
    #frame = document.createElement('iframe')
    #receive = ({ source, origin, data }) => {
      if (source !== this.#frame.contentWindow || origin !== new URL(this.#frame.src).origin) return
      if (data?.source !== 'paraph') return
      const { source: _, event, ...detail } = data
      this.dispatchEvent(new CustomEvent(event, { detail }))
    }

    constructor() {
      super()
      const styles = document.createElement('style')
      styles.textContent = style
      this.#frame.allow = 'clipboard-write; fullscreen'
      this.#frame.referrerPolicy = 'no-referrer'
      this.attachShadow({ mode: 'open' }).append(styles, this.#frame)
    }

    connectedCallback() {
      window.addEventListener('message', this.#receive)
    }

    disconnectedCallback() {
      window.removeEventListener('message', this.#receive)
    }

    attributeChangedCallback(name, _, value) {
      if (value !== null) this.#frame[name] = value
    }
  }

  for (const name of ['paraph-sign', 'paraph-editor'])
    if (!customElements.get(name)) customElements.define(name, class extends ParaphFrame {})
}
