import { Markup } from './markup.ts'

/** Colours in hex and no custom properties: what mail programs understand. The same values as the site's tokens. */
export const letterStyle = new Markup(`
  body, table, td { margin: 0; padding: 0; }
  table { border-collapse: separate; border-spacing: 0; }
  body { width: 100%; background-color: #f7f2e8; -webkit-text-size-adjust: 100%; }
  .page, .pad { background-color: #f7f2e8; }
  .box { width: 100%; max-width: 600px; }
  .pad { padding-left: 40px; padding-right: 40px; }
  .t { font-family: Arial, Helvetica, sans-serif; font-size: 16px; line-height: 26px; color: #022f2d; }
  .s { font-family: Arial, Helvetica, sans-serif; font-size: 14px; line-height: 22px; color: #355956; }
  .k { font-family: Arial, Helvetica, sans-serif; font-size: 13px; line-height: 20px; color: #355956; }
  .name { font-family: Georgia, 'Times New Roman', serif; font-size: 22px; line-height: 28px; color: #022f2d; text-decoration: none; }
  .h1 { font-family: Georgia, 'Times New Roman', serif; font-size: 38px; line-height: 44px; letter-spacing: -0.5px; font-weight: normal; color: #022f2d; margin: 0; }
  .h2 { font-family: Georgia, 'Times New Roman', serif; font-size: 22px; line-height: 30px; font-weight: normal; color: #022f2d; margin: 0; }
  .amt { font-family: Georgia, 'Times New Roman', serif; font-size: 72px; line-height: 80px; letter-spacing: -2px; color: #022f2d; }
  .mid { font-family: Georgia, 'Times New Roman', serif; font-size: 20px; line-height: 28px; color: #022f2d; }
  .say { font-family: Georgia, 'Times New Roman', serif; font-size: 22px; line-height: 32px; font-style: italic; color: #022f2d; }
  .code { font-family: 'Courier New', Courier, monospace; font-size: 20px; line-height: 28px; font-weight: bold; letter-spacing: 0; color: #022f2d; white-space: nowrap; }
  .line { background-color: #022f2d; font-size: 0; line-height: 0; height: 1px; }
  .gap { font-size: 0; line-height: 0; }
  .point { background-color: #b4552d; border-radius: 50%; width: 13px; height: 13px; font-size: 0; line-height: 0; }
  .card { background-color: #fcfaf4; border: 1px solid #66837c; border-radius: 2px; }
  .in { padding: 28px 32px; }
  .hair td, .hair th { border-top: 1px solid #cac8b8; padding: 11px 0; text-align: left; font-weight: normal; vertical-align: top; }
  .hair th { width: 38%; padding-right: 16px; }
  .hair .last td, .hair .last th { border-bottom: 1px solid #cac8b8; }
  .rule { border-top: 1px solid #cac8b8; }
  .btn { background-color: #084b47; border-radius: 2px; }
  .btn a { display: inline-block; padding: 15px 26px; font-family: Arial, Helvetica, sans-serif; font-size: 16px; line-height: 22px; font-weight: bold; color: #faf6ee; text-decoration: none; }
  .link { color: #022f2d; text-decoration: underline; }
  .foot, .foot .pad { background-color: #022f2d; }
  .foot .f1, .foot .f1 a { font-family: Arial, Helvetica, sans-serif; font-size: 14px; line-height: 24px; color: #eee9dc; }
  .foot .f2, .foot .f2 a { font-family: Arial, Helvetica, sans-serif; font-size: 13px; line-height: 20px; color: #b9c1b2; }
  .pre { display: none; max-height: 0; overflow: hidden; font-size: 1px; line-height: 1px; color: #f7f2e8; }
  @media (max-width: 480px) {
    .pad { padding-left: 20px; padding-right: 20px; }
    .in { padding: 22px 20px; }
    .h1 { font-size: 32px; line-height: 38px; }
    .amt { font-size: 60px; line-height: 68px; }
    .rows th, .rows td { display: block; width: auto; }
    .rows th { padding-bottom: 0; border-bottom: 0 !important; }
    .rows td { border-top: 0; padding-top: 2px; }
    .col { display: block; width: 100%; }
    .col + .col { padding-top: 16px; }
  }
  @media (prefers-color-scheme: dark) {
    body, .page, .pad { background-color: #07191b !important; }
    .card { background-color: #0d2325 !important; border-color: #607a7a !important; }
    .t, .h1, .h2, .amt, .mid, .say, .code, .name, .link { color: #eee9dc !important; }
    .s, .k { color: #aeb6a7 !important; }
    .line { background-color: #aeb6a7 !important; }
    .point { background-color: #ea9162 !important; }
    .hair td, .hair th, .rule { border-color: #293d3f !important; }
    .btn { background-color: #9cd5c7 !important; }
    .btn a { color: #031a1b !important; }
    .foot { background-color: #041214 !important; }
    .foot .pad { background-color: #041214 !important; }
  }
`)
