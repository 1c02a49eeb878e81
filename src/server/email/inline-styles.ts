// Made from email-styles.css by `npm run email-styles`.

/** Declarations per class for style attributes, because many email programs ignore style elements. */
export const inlineStyles: Record<string, string> = {
  page: 'background-color:var(--paper);margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%',
  padded: 'background-color:var(--paper);padding:0 40px',
  container: 'width:100%;max-width:600px',
  text: 'font-family:Arial,Helvetica,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere;font-size:16px;line-height:26px;color:var(--ink)',
  small:
    'font-family:Arial,Helvetica,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere;font-size:14px;line-height:22px;color:var(--soft)',
  caption:
    'font-family:Arial,Helvetica,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere;font-size:13px;line-height:20px;color:var(--soft)',
  'clinic-name':
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:var(--ink);word-break:break-word;overflow-wrap:anywhere;font-size:22px;line-height:28px;text-decoration:none",
  h1: "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:var(--ink);word-break:break-word;overflow-wrap:anywhere;font-size:38px;line-height:44px;letter-spacing:-0.5px",
  h2: "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:var(--ink);word-break:break-word;overflow-wrap:anywhere;font-size:22px;line-height:30px",
  'small-heading':
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:var(--ink);word-break:break-word;overflow-wrap:anywhere;font-size:18px;line-height:24px",
  amount:
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:var(--ink);word-break:break-word;overflow-wrap:anywhere;font-size:72px;line-height:80px;letter-spacing:-2px",
  medium:
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:var(--ink);word-break:break-word;overflow-wrap:anywhere;font-size:20px;line-height:28px",
  quotation:
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:var(--ink);word-break:break-word;overflow-wrap:anywhere;font-size:22px;line-height:32px;font-style:italic",
  code: "font-family:'Courier New',Courier,monospace;font-size:20px;line-height:28px;font-weight:bold;letter-spacing:0;white-space:nowrap;color:var(--ink)",
  picture: 'display:block;width:100%;max-width:520px;height:auto;border:0',
  river: 'display:block;width:100%;max-width:600px;height:auto;border:0',
  qr: "display:block;border:0;background-color:#ffffff;font-family:'Courier New',Courier,monospace;font-size:14px;line-height:22px;color:#000000",
  gap: 'font-size:0;line-height:0',
  card: 'border:1px solid var(--edge);border-radius:2px;background-color:var(--sheet)',
  'card-content': 'padding:28px 32px',
  label:
    'padding:11px 0;border-top:1px solid var(--rule);font-weight:normal;vertical-align:top;width:38%;padding-right:16px',
  cell: 'padding:11px 0;border-top:1px solid var(--rule);font-weight:normal;vertical-align:top',
  half: 'padding:11px 0;border-top:1px solid var(--rule);font-weight:normal;vertical-align:top;width:50%',
  'half-left': 'padding-right:16px',
  column: 'padding-right:16px',
  'column-below': 'padding-right:0',
  first: 'padding-top:0;border-top:0',
  final: 'padding-bottom:0',
  last: 'border-bottom:1px solid var(--rule)',
  rule: 'border-top:1px solid var(--rule)',
  button: 'border-radius:2px;background-color:var(--sea)',
  'button-link':
    'display:inline-block;padding:15px 26px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:22px;font-weight:bold;color:var(--on-sea);text-decoration:none',
  link: 'color:var(--ink);text-decoration:underline',
  footer: 'padding:0 40px;background-color:var(--deep)',
  'footer-text':
    'font-family:Arial,Helvetica,sans-serif;word-break:break-word;overflow-wrap:anywhere;font-size:14px;line-height:24px;color:var(--on-deep)',
  footnote:
    'font-family:Arial,Helvetica,sans-serif;word-break:break-word;overflow-wrap:anywhere;font-size:13px;line-height:20px;color:var(--on-deep-soft)',
  preview: 'display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:var(--paper)',
}

/** Rules that no attribute can contain: media queries for width, dark mode and print. */
export const mediaRules =
  '@media (max-width:480px){.padded,.footer{padding-left:20px!important;padding-right:20px!important}.card-content{padding:22px 20px!important}.h1{font-size:32px!important;line-height:38px!important}.amount{font-size:56px!important;line-height:64px!important}.label,.cell{display:block!important;width:auto!important}.label{padding-bottom:0!important}.cell{padding-top:2px!important;border-top:0!important}.column,.stacked{display:block!important;width:auto!important;padding-right:0!important}.stacked-above{border-bottom:0!important}.column-below{padding-top:16px!important}}@media (prefers-color-scheme:dark){.page,.padded{background-color:var(--paper)!important}.card{background-color:var(--sheet)!important;border-color:var(--edge)!important}.text,.h1,.h2,.small-heading,.amount,.medium,.quotation,.code,.clinic-name,.link{color:var(--ink)!important}.small,.caption{color:var(--soft)!important}.label,.cell,.half,.rule{border-color:var(--rule)!important}.button{background-color:var(--sea)!important}.button-link{color:var(--on-sea)!important}.footer{background-color:var(--deep)!important}}@media print{.container{max-width:none!important}.page,.padded,.card,.footer{background-color:#ffffff!important}.page,.text,.small,.caption,.h1,.h2,.small-heading,.amount,.medium,.quotation,.code,.clinic-name,.link,.footer-text,.footnote{color:#000000!important}.card{border-color:#000000!important}.label,.cell,.half,.rule{border-color:#999999!important}.text,.small,.footer-text{font-size:13px!important;line-height:18px!important}.quotation{font-size:14px!important;line-height:18px!important}.h1{font-size:30px!important;line-height:34px!important}.half,.label,.cell{padding-top:3px!important;padding-bottom:3px!important}.gap{height:7px!important}.card-content{padding:14px 24px!important}.card,.quotation,.footer{break-inside:avoid}.screen{display:none!important}}@media screen{a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}}'
