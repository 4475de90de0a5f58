import { Button, type ButtonProps } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';

/** Opens what found no room; the same before its menu has been fetched and after. */
export function MoreButton(props: ButtonProps) {
  return (
    <Button
      {...props}
      appearance="subtle"
      icon={<MoreHorizontal20Regular />}
      aria-label="More"
      aria-haspopup="menu"
      title="More"
    />
  );
}
