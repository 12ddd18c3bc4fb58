// What Vite adds to imports: style sheets and scripts as text.
/// <reference types="vite/client" />
