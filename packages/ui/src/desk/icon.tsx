// Icons by the names that agents and panes use, so that a description can travel as data. All Lucide, outlined only.
import {
  AppWindow,
  Bell,
  Bot,
  Brain,
  Calculator,
  Calendar,
  CloudSun,
  Globe,
  Keyboard,
  ListTodo,
  type LucideIcon,
  MessageCircle,
  NotebookPen,
  Phone,
  Route,
  ScanEye,
  Search,
  Settings,
  Shield,
  Sparkles,
  Target,
  User,
  Wrench,
} from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  'app-window': AppWindow,
  bell: Bell,
  bot: Bot,
  brain: Brain,
  calculator: Calculator,
  calendar: Calendar,
  'cloud-sun': CloudSun,
  globe: Globe,
  keyboard: Keyboard,
  'list-todo': ListTodo,
  'message-circle': MessageCircle,
  'notebook-pen': NotebookPen,
  phone: Phone,
  route: Route,
  'scan-eye': ScanEye,
  search: Search,
  settings: Settings,
  shield: Shield,
  sparkles: Sparkles,
  target: Target,
  user: User,
  wrench: Wrench,
};

/** The icon of that name; a plain robot for a name that is not known here. */
export function NamedIcon({ name, className = 'icon' }: { readonly name: string; readonly className?: string }) {
  const Icon = icons[name] ?? Bot;
  return <Icon className={className} />;
}
