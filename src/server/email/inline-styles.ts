// Made from email-styles.css by `npm run email-styles`.

/** Declarations per class for style attributes, because many email programs ignore style elements. */
export const inlineStyles: Record<string, string> = {
  page: 'background-color:#f7f2e8;margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%',
  padded: 'background-color:#f7f2e8;padding:0 40px',
  container: 'width:100%;max-width:600px',
  text: 'font-family:Arial,Helvetica,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere;font-size:16px;line-height:26px;color:#022f2d',
  small:
    'font-family:Arial,Helvetica,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere;font-size:14px;line-height:22px;color:#355956',
  caption:
    'font-family:Arial,Helvetica,sans-serif;text-align:left;word-break:break-word;overflow-wrap:anywhere;font-size:13px;line-height:20px;color:#355956',
  'clinic-name':
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:#022f2d;word-break:break-word;overflow-wrap:anywhere;font-size:22px;line-height:28px;text-decoration:none",
  h1: "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:#022f2d;word-break:break-word;overflow-wrap:anywhere;font-size:38px;line-height:44px;letter-spacing:-0.5px",
  h2: "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:#022f2d;word-break:break-word;overflow-wrap:anywhere;font-size:22px;line-height:30px",
  'small-heading':
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:#022f2d;word-break:break-word;overflow-wrap:anywhere;font-size:18px;line-height:24px",
  amount:
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:#022f2d;word-break:break-word;overflow-wrap:anywhere;font-size:72px;line-height:80px;letter-spacing:-2px",
  medium:
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:#022f2d;word-break:break-word;overflow-wrap:anywhere;font-size:20px;line-height:28px",
  quotation:
    "margin:0;font-family:Georgia,'Times New Roman',serif;font-weight:normal;color:#022f2d;word-break:break-word;overflow-wrap:anywhere;font-size:22px;line-height:32px;font-style:italic",
  code: "font-family:'Courier New',Courier,monospace;font-size:20px;line-height:28px;font-weight:bold;letter-spacing:0;white-space:nowrap;color:#022f2d",
  picture: 'display:block;width:100%;max-width:520px;height:auto;border:0',
  river: 'display:block;width:100%;max-width:600px;height:auto;border:0',
  qr: "display:block;border:0;background-color:#ffffff;font-family:'Courier New',Courier,monospace;font-size:14px;line-height:22px;color:#000000",
  gap: 'font-size:0;line-height:0',
  card: 'border:1px solid #66837c;border-radius:2px;background-color:#fcfaf4',
  'card-content': 'padding:28px 32px',
  label:
    'padding:11px 0;border-top:1px solid #cac8b8;font-weight:normal;vertical-align:top;width:38%;padding-right:16px',
  cell: 'padding:11px 0;border-top:1px solid #cac8b8;font-weight:normal;vertical-align:top',
  half: 'padding:11px 0;border-top:1px solid #cac8b8;font-weight:normal;vertical-align:top;width:50%',
  'half-left': 'padding-right:16px',
  column: 'padding-right:16px',
  'column-below': 'padding-right:0',
  first: 'padding-top:0;border-top:0',
  final: 'padding-bottom:0',
  last: 'border-bottom:1px solid #cac8b8',
  rule: 'border-top:1px solid #cac8b8',
  button: 'border-radius:2px;background-color:#084b47',
  'button-link':
    'display:inline-block;padding:15px 26px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:22px;font-weight:bold;color:#faf6ee;text-decoration:none',
  link: 'color:#022f2d;text-decoration:underline',
  footer: 'padding:0 40px;background-color:#022f2d',
  'footer-text':
    'font-family:Arial,Helvetica,sans-serif;word-break:break-word;overflow-wrap:anywhere;font-size:14px;line-height:24px;color:#eee9dc',
  footnote:
    'font-family:Arial,Helvetica,sans-serif;word-break:break-word;overflow-wrap:anywhere;font-size:13px;line-height:20px;color:#b9c1b2',
  preview: 'display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:#f7f2e8',
}

/** Rules that no attribute can contain: media queries for width, dark mode and print. */
export const mediaRules =
  '@media (max-width:480px){.padded,.footer{padding-left:20px!important;padding-right:20px!important}.card-content{padding:22px 20px!important}.h1{font-size:32px!important;line-height:38px!important}.amount{font-size:56px!important;line-height:64px!important}.label,.cell{display:block!important;width:auto!important}.label{padding-bottom:0!important}.cell{padding-top:2px!important;border-top:0!important}.column,.stacked{display:block!important;width:auto!important;padding-right:0!important}.stacked-above{border-bottom:0!important}.column-below{padding-top:16px!important}}@media (prefers-color-scheme:dark){.page,.padded{background-color:#07191b!important}.card{background-color:#0d2325!important;border-color:#607a7a!important}.text,.h1,.h2,.small-heading,.amount,.medium,.quotation,.code,.clinic-name,.link{color:#eee9dc!important}.small,.caption{color:#aeb6a7!important}.label,.cell,.half,.rule{border-color:#293d3f!important}.button{background-color:#9cd5c7!important}.button-link{color:#031a1b!important}.footer{background-color:#041214!important}}@media print{.container{max-width:none!important}.page,.padded,.card,.footer{background-color:#ffffff!important}.page,.text,.small,.caption,.h1,.h2,.small-heading,.amount,.medium,.quotation,.code,.clinic-name,.link,.footer-text,.footnote{color:#000000!important}.card{border-color:#000000!important}.label,.cell,.half,.rule{border-color:#999999!important}.text,.small,.footer-text{font-size:13px!important;line-height:18px!important}.quotation{font-size:14px!important;line-height:18px!important}.h1{font-size:30px!important;line-height:34px!important}.half,.label,.cell{padding-top:3px!important;padding-bottom:3px!important}.gap{height:7px!important}.card-content{padding:14px 24px!important}.card,.quotation,.footer{break-inside:avoid}.screen{display:none!important}}@media screen{a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}}'
