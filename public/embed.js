/**
 * <paraph-sign src="URL">: shows a signing page, whose URL your server has got from the API. Events: ready, opened,
 * signed, refused, delegated, resized, error; `detail` has their data.
 */
if (!customElements.get('paraph-sign')) {
  const style =
    ':host { display: block; height: 100%; min-height: 40rem } iframe { display: block; width: 100%; height: 100%; min-height: inherit; border: 0 }'

  class ParaphSign extends HTMLElement {
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

  customElements.define('paraph-sign', ParaphSign)
}
